"""From trials to runs: outcomes are graded, counted, and completed or refused where trials are missing."""
