"""The gate: whether proposals agree with the criteria and the money, and what they may pass."""
