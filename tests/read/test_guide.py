"""What the guide says of files: its examples are read as it says, and its lists are those of the code."""

from __future__ import annotations

import json
import re

import pytest
from helpers import PACKAGE
from result_files import run

from scorio_lite._command.formats import FORMATS
from scorio_lite._command.read import names
from scorio_lite._command.read.options import OPTIONS
from scorio_lite._command.text import as_typed

GUIDE = (PACKAGE / "_command/README.md").read_text(encoding="utf-8")
READ = GUIDE.split("\n## What is read\n")[1].split("\n## ")[0]
EXAMPLES = [
    re.fullmatch(r"(.*?\S) +(\d+ questions?, .*|asked: .*)", line).groups()
    for line in READ.split("```text\n")[1].split("```")[0].splitlines()
]


@pytest.mark.parametrize(("file", "reading"), EXAMPLES, ids=[file for file, _ in EXAMPLES])
def test_examples(file, reading):
    status, out, err = run("-", "--json", stdin=file.replace(" / ", "\n") + "\n")
    found = json.loads(out)
    if reading.startswith("asked: "):
        flags = [as_typed(flag) for flag in found["readings"][0]["options"]]
        assert (status, " ".join(flags)) == (1, reading[len("asked: ") :]), err
    else:
        count, trials, mean = found["question_count"], found["trials"], found["avg"]["value"]
        said = f"{count} question{'s' * (count > 1)}, {trials} trial{'s' * (trials > 1)} each, mean {mean:.3f}"
        assert (status, said) == (0, reading)


def test_names_and_options():
    """All names and options of the section are known."""
    (rule,) = re.findall(r"3\. \*\*Roles\*\*(.*?)\n4\.", READ, re.DOTALL)
    usual = {name for role in names.USUAL.values() for name in role}
    listed = [word for text in re.findall(r"`([^`]+)`", rule) for word in text.split() if word != "..."]
    assert {*listed} - usual == {"-", "_"}
    assert {*re.findall(r"--([a-z]+)", READ)} - {*OPTIONS} == {"help", "json", "explain", "anytime", "dump"}


def test_formats():
    flat = " ".join(READ.split())
    for format in FORMATS:
        assert f"`{format.name}` (" in flat
    assert len(re.findall(r"`[a-z0-9-]+` \(", flat)) == len(FORMATS)
