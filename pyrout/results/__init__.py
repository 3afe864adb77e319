"""What the referee gives back: answers, explanations and judgements, phases."""
