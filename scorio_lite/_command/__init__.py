"""The command: result files in; reports, leaderboards and pictures out. Nothing of the library needs it."""
