"""What a seat knows: plays and positions as a caller writes them, checked against the rules by one replay."""
