"""Text of any kind to checked data, with the place of every value."""
