"""Settings of the laws."""

from hypothesis import settings

# How long one example takes says nothing about a law, and machines differ.
settings.register_profile("laws", deadline=None)
settings.load_profile("laws")
