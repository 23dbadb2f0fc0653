"""Names that trials may have: t0, run 1, attempt_2, or the letters a, b, c, ..."""

from __future__ import annotations

LETTER = "a letter"  # the word of the names a, b, c, ...
_WORDS = {"t", "trial", "run", "attempt", "try", "epoch", "seed", "sample", "repeat", "rep", "rollout", "round", "pass"}
_WORDS |= {"iteration", "iter", "generation", "gen", "replicate", "rs", "output-rs"}


def numbered(name: str) -> tuple[str, int] | None:
    """The word and the number of a name that may be a trial's (t0, run 1, 2, or a letter); None for other names."""
    word = name.rstrip("0123456789")
    digits = name[len(word) :]
    if digits and len(digits) < 10:
        return None if "@" in word else (word.lower(), int(digits))  # pass@1 and pass@5 are metrics
    return (LETTER, ord(name)) if len(name) == 1 and name.isalpha() else None


def means_trial(word: str) -> bool:
    """Whether the word of a numbered name says that it is a trial."""
    return word.strip(" _.-#=:").lower() in _WORDS
