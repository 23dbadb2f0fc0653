"""Forms: runs and options come in, text for readers or records for programs go out.

render       which form runs and options ask for
form         what all forms share: scores, cells of tables, words
report       one run
leaderboard  several runs; board: several runs, or one, on several tasks
parts        the tables below: slices, questions, sample sizes; gates: --require; differences: of two runs
rates        sample sizes without data; slices: the values of --by and --cluster
tables       text, Markdown, LaTeX, CSV
"""
