"""The command: it reads result files and writes reports, leaderboards and pictures. The library does not import it.

main       runs the command from its arguments to its exit status; `output` writes to streams and files
arguments  the parser; `options` has the table of options and what does not go together, `help` both pages
read       from paths to runs; `formats` has the files of harnesses
score      from trials to numbers
forms      from numbers to text, JSON and CSV; `pictures` draws
text       writes names, numbers and values for readers, and raises the error that names a file
"""
