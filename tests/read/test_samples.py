"""Samples of long files: they are spread over the file, they decide the roles, and the rest is checked afterwards."""

from __future__ import annotations

import pytest
from result_files import lines, placed

from scorio_lite._command.read import files
from scorio_lite._command.read.files import spread
from scorio_lite._command.read.records import parse
from scorio_lite._command.read.sample import flat
from scorio_lite._command.read.source import Member
from scorio_lite.files import ReadError, read

SAMPLE = 5000  # first records, and as many from the rest


def test_objects_in_a_record_are_fields_down_to_three_levels():
    assert flat({"id": 1, "a": {"b": {"c": {"d": {"e": 1}}}}}) == {"id": 1, "a.b.c.d": {"e": 1}}


def big(kind, size, quoted):
    """Return a text of `size` records, whose id is the number of the record."""
    plain, special, first = '{"id": %d}', '{"id": %d, "text": "a{b"}', ""
    if kind == "table":
        plain, special, first = "%d,c", '%d,"a\nb"', "id,text\n"
    return first + "".join((special if i % 7 == 0 and quoted else plain) % i + "\n" for i in range(size))


@pytest.mark.parametrize("quoted", [False, True])
@pytest.mark.parametrize("kind", ["json", "table"])
def test_samples_of_long_files(tmp_path, kind, quoted):
    """A sample has the first records, and others evenly from the rest, each once and with its own line."""
    placed(tmp_path, {"r": big(kind, 60_000, quoted)})
    parsed = parse(Member(str(tmp_path / "r")))
    every, pairs = dict(parsed.pairs), spread(parsed.pairs, SAMPLE)
    assert [at for at, _ in pairs] == sorted({at for at, _ in pairs})
    assert all(every[at] == value for at, value in pairs)
    ids = [int(value["id"]) for _, value in pairs]
    rest = ids[SAMPLE:]
    assert ids[:SAMPLE] == list(range(SAMPLE)) and SAMPLE / 2 < len(rest) < 2 * SAMPLE
    tenths = [sum(SAMPLE + k * 5500 <= i < SAMPLE + (k + 1) * 5500 for i in rest) for k in range(10)]
    assert min(tenths) > len(rest) / 20


@pytest.fixture
def asked(tmp_path, monkeypatch):
    """Return a function that reads records, of which a sample has 40: the first 20, and 20 of the rest."""
    monkeypatch.setattr(files, "SAMPLED", 41)

    def refusal(rows):
        with pytest.raises(ReadError) as refused:
            read(placed(tmp_path, {"r.jsonl": lines(rows)}) / "r.jsonl")
        return refused.value

    return refusal


def test_what_comes_after_the_sample_is_checked(asked):
    """A file of many records is checked once more after it is read, on all records of some questions."""
    heats = [{"id": f"q{q}", "passed": q % 2, "temperature": t} for t in range(4) for q in range(300)]
    assert asked(heats).code == "apart"


def test_a_sample_that_is_a_part_is_decided_by_its_whole_questions(asked):
    rows = [{"uid": f"u{q}", "nr": t, "okay": int((q * 3 + t) % 4 > 1)} for q in range(300) for t in range(3)]
    first = asked(rows).readings[0]
    assert first["keywords"] == {"question": "uid", "outcome": "okay", "trial": "nr"}
    assert first["is_part"] and first["runs"][0]["trials"] == 3


@pytest.mark.parametrize("trials", [3, 8])
@pytest.mark.parametrize("step", [1, -1])
def test_trials_that_are_not_alike(tmp_path, trials, step):
    """The report says if no success is followed by a failure; trials by chance it does not mark."""
    rows = [[int(t > q % trials) for t in range(trials)][::step] for q in range(24)]
    text = lines({"id": q, "trial": t, "passed": x} for q, row in enumerate(rows) for t, x in enumerate(row))
    assert ("not alike" in read(placed(tmp_path, {"r": text}) / "r").report()) == (step == 1)
