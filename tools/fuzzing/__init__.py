"""What `tools/fuzz.py` is made of: cases and what they mean, a slow path, the verdict."""
