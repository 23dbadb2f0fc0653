"""Read result files: names assign roles, checks refuse, offers answer."""
