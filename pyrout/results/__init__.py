"""The results of the referee: answers, explanations, judgements and phases."""
