"""Questions about positions, made from the referee's answers: for `pyrout quiz`, the page's part Learn, `generate --quiz`."""
