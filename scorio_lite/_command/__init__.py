"""The command: it reads result files and writes reports, leaderboards and pictures. The library does not import it.

main       runs the command from its arguments to its exit status; `output` writes to streams and files
arguments  the parser; `options` has the table of options and which of them conflict, `help` both pages of help
read       from paths to runs; `formats` reads the files that harnesses write
score      from trials to numbers
forms      from numbers to text, JSON and CSV; `pictures` draws
text       writes names, numbers and values for readers, and has the error whose message names a file
"""
