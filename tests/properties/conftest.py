"""Settings of the laws; ``make laws`` tries far more examples of each."""

from hypothesis import settings

# How long one example takes says nothing about a law, and machines differ.
settings.register_profile("laws", deadline=None)
settings.register_profile("thorough", deadline=None, max_examples=20_000)
settings.load_profile("laws")
