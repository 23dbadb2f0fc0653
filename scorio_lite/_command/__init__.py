"""The command: it reads result files and writes reports, leaderboards and pictures. The library does not import it."""
