"""Prices, demand as a curve, and what owning and renting cost."""
