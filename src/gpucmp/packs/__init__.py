"""Rule packs: what they are, how they are read, checked, tested, and documented."""
