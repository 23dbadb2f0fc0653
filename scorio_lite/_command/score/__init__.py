"""From trials to numbers. In come trials with the outcomes of files, out come runs with values, intervals and ranks.

ledger   turns outcomes into grades, and groups the trials of each run in each task by question
missing  decides by --missing what is done about missing trials, and makes runs
run      a run, ready to be scored; the names of runs
metrics  metrics and bounds, by the names that you type; calls the library for their numbers
"""
