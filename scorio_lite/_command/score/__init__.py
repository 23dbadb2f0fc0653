"""From trials to numbers: trials as files have them come in, runs and their values, intervals and ranks go out.

ledger   grades of outcomes; the trials of a run in a task, grouped by question
missing  what --missing does about trials that are not there; makes runs
run      a run, ready to be scored; the names of runs
metrics  metrics and bounds, by the names that you type; what the library computes of runs
"""
