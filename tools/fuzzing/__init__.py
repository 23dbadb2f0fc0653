"""The cases of tools/fuzz.py, and how each must end."""
