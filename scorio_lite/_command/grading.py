"""How the values of a result file are graded, and how messages show them."""

from __future__ import annotations

from contextlib import contextmanager

from .._arguments import shown as _shown
from .text import LISTED, names_in

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Callable, Iterable, Iterator, Sequence

MISSING_WORDS = {"", "nan", "null", "none", "na", "n/a", "n.a.", "-", "\u2013", "\u2014", "\\n"}
# Words that answer yes or no; and words that can only be of outcomes.
_YES = "true yes c ja oui sí sì si sim да 是 はい 예 네 wahr vrai verdadero vero verdadeiro waar правда 참"
_NO = "false no i nein non não nao nee нет 否 いいえ 아니오 unwahr faux falso ложь 거짓"
RIGHT = names_in("""
    pass passed correct resolved solved right success 100% 100.0% ✓ ✔ ✔️ ✅ ☑ ○ 〇 ◯ richtig korrekt bestanden gelöst
    juste réussi correcto acierto aprobado corretto giusto correto certo acerto goed corretta giusta esatto esatta
    correcta correcte certa poprawna poprawny poprawnie doğru správně rätt oikein helyes corect đúng benar вірно σωστό
    सही صحيح juist верно правильно 对 對 正确 正確 正解 通过 合格 成功 정답 맞음 성공
""")
WRONG = names_in("""
    fail failed falsch incorrect unresolved unsolved wrong failure 0% 0.0% ✗ ✘ ❌ ✖ ✖️ × ☒ inkorrekt durchgefallen
    ungelöst échec échoué incorrecto fallo reprobado errato sbagliato incorreto errado fout onjuist errata sbagliata
    incorrecta incorrecte errada inesatto inesatta błędna błędny błędnie yanlış špatně fel forkert feil väärin
    helytelen greșit sai salah невірно λάθος गलत خطأ неверно неправильно 错 錯 错误 錯誤 不正解 不通过 不合格 失败 失敗
    오답 틀림 실패
""")
_NOT = {"not", "nicht", "non", "pas", "no", "não", "niet", "не"}
YES_OR_NO = {*f"{_YES} {_NO} 0 1 0.0 1.0".split()}
WORDS = {**dict.fromkeys((*_YES.split(), *RIGHT), 1), **dict.fromkeys((*_NO.split(), *WRONG), 0)}
_FORMS = {form(word): code for word, code in WORDS.items() for form in (str, str.upper, str.title)}
_SPELLED = {**WORDS, "0": 0, "1": 1, "0.0": 0, "1.0": 1}
_BITS = 80  # of an integer that counts as a number; longer ones are ids
_LONGEST = 80  # characters of a name or a value in an error: it may have to be found, or typed
_INFINITY = float("inf")
LONGEST_MISSING = max(map(len, MISSING_WORDS))
MANY_CODES = 2**62  # of real scores: as many as occur


class FileError(ValueError):
    """An error in a result file; the message says where. `ways` are lists of options that may make it readable."""

    ways: Sequence[Sequence[str]] = ()
    choices: tuple[str, Sequence[str]] = "", ()  # an option that has to be given, and its values in this file
    asks = False  # whether it asks what a field means; another field may fit as well
    is_read = False  # whether the files can be read: other readings do not help

    def leading(self, *ways: Sequence[str], asks: bool = False) -> FileError:
        """Store in `ways` lists of options that may make the file readable. Return this error."""
        self.ways, self.asks = ways, self.asks or asks
        return self

    def choosing(self, option: str, values: Sequence[str]) -> FileError:
        """Set `choices` to an option and its values, and `ways` to the option with each value. Return this error."""
        self.choices = option, values
        return self.leading(*([f"--{option}={value}"] for value in values))

    def within(self, name: str) -> FileError:
        """Return a copy of this error whose message begins with the name of a file."""
        found = type(self)(f"{name}: {self}").leading(*self.ways, asks=self.asks)
        found.choices = self.choices
        return found


@contextmanager
def errors_of(name: str) -> Iterator[None]:
    """Make a context in which the messages of errors begin with the name of a file."""
    try:
        yield
    except OSError as error:
        raise FileError(f"{name}: {error.strerror or error}") from None
    except FileError as error:
        raise error.within(name) from None
    except ValueError as error:
        raise FileError(f"{name}: {error}") from None


class UnsafeError(FileError):
    """The error for a file that is too large, or may be a bomb. No option makes it readable."""


class Large(int):
    """An integer that hashes like a text. Many integers with one hash, in a hostile file, would slow a dictionary."""

    def __hash__(self) -> int:
        return hash(f"{self:x}")


def hashed(value: Any) -> Any:
    """Return the value in a form to use as a key of a dictionary: long integers hash like texts."""
    return Large(value) if type(value) is int and abs(value) >= 2**60 else value


def is_missing(value: object) -> bool:
    """Whether a value marks a missing trial."""
    if isinstance(value, str):
        return value.strip().lower() in MISSING_WORDS
    return value is None or value != value


def shown(value: Any, longest: int = _LONGEST) -> str:
    """Write a value as messages show it, in JSON spelling."""
    names = {list: "a list", dict: "an object", type(None): "null", bool: str(value).lower()}
    text = names.get(type(value)) or (repr(value) if isinstance(value, (str, float)) else _shown(value))
    return text[:longest] + "..." * bool(text[longest:])


def typed_as(name: str) -> str:
    """Quote a name for the command line, as the value of an option."""
    from shlex import quote

    name = name if name.isprintable() else ascii(name)[1:-1]
    return quote(name[:_LONGEST] + "..." * bool(name[_LONGEST:]))


def as_typed(option: str) -> str:
    """Write --NAME=VALUE as people type it: --NAME VALUE, quoted."""
    from shlex import quote

    name, equal, value = option.partition("=")
    return f"{name} {quote(value if value.isprintable() else ascii(value)[1:-1])}" if equal else name


def count(number: int, thing: str) -> str:
    return f"{number:,} {thing}{'' if number == 1 else 's'}"


FEW = 4  # from this many values on, their form alone says what they are; about fewer, the command asks
_OF_REWARDS = (["--scores=0,1"], ["--threshold=1"])
_ACCEPTED, _WRONG = ("ac", "accepted", "ok"), {"ko", "wa", "wrong_answer", "wrong answer"}
_VERDICTS = """
    wa tle mle re ce pe ole ile rte wrong_answer time_limit_exceeded memory_limit_exceeded runtime_error compile_error
    compilation_error presentation_error output_limit_exceeded idleness_limit_exceeded
"""  # of online judges; they accept, or say why not
# Only together, since a single one may be another word.
_PAIRS = """
    t/f p/f s/f y/n ok/ko tak/nie evet/hayır ja/nej ano/ne kyllä/ei igen/nem так/ні نعم/لا हाँ/नहीं có/không ya/tidak
"""
_LETTERS = (
    *(dict(zip(pair.split("/"), (1, 0))) for pair in _PAIRS.split()),
    {form: int(one in _ACCEPTED) for one in (*_ACCEPTED, *_VERDICTS.split()) for form in (one, one.replace("_", " "))},
)


def letters_among(values: Iterable[Any], size: int) -> dict[str, int]:
    """Return {letter: code} if all values are letters of one kind: T and F, P and F, or Y and N. Else return {}.

    Verdicts of online judges, such as AC and WA, count as letters if there are at least FEW values (`size`).
    """
    found = {value.strip().lower() if isinstance(value, str) else "?" for value in values if not is_missing(value)}
    may_be = len(found) > 1 and ("ok" not in found or found & _WRONG)  # else OK may say that a program ran
    pairs = _LETTERS if size >= FEW else _LETTERS[:-1]
    return next((pair for pair in pairs if may_be and found <= pair.keys()), {})


def spelled(value: Any) -> int | None:
    """Return the outcome, 0 or 1, that a text spells ("failed: timeout", "PASS (0.8s)", "not solved"); or None."""
    if not isinstance(value, str):
        return None
    if value[:1] == "[":  # [PASS] and the answer
        first, end, _ = value[1:_LONGEST].partition("] ")
        return WORDS.get(first.lower()) if end and first.isalpha() else None
    word = value[:_LONGEST].partition(":")[0].strip().lower()
    code = _SPELLED.get(word)
    if code is None and " " in word:
        first, _, detail = word.partition(" ")
        detail = detail.strip("()[] ") or "?"
        is_time = detail[-1] == "s" and detail.rstrip("ms ").replace(".", "", 1).isdecimal()
        if is_time:
            return WORDS.get(first)
        negation, _, rest = word.partition(" ")
        code = 0 if negation in _NOT and rest in RIGHT else None
    return code


def number_in(value: Any) -> float | None:
    """Return the number that a value is or spells, such as "0,5", "70 %", "3/6"; else None, as for a huge integer."""
    if isinstance(value, int):
        return int(value) if value.bit_length() <= _BITS else None
    if isinstance(value, float):
        return value
    if not isinstance(value, str) or len(value) > _LONGEST:
        return None
    text = value.strip().lower()
    part, slash, whole = text.partition("/")
    if slash:
        top, bottom = number_in(part), number_in(whole)
        return None if top is None or not bottom else top / bottom
    if text.endswith("%"):
        number = number_in(text[:-1])
        return None if number is None else number / 100
    if text.count(",") == 1 and "." not in text:
        text = text.replace(",", ".")
    try:
        return float(text) if text[-1:].isdecimal() or text.endswith(".") else None
    except ValueError:
        return None


class CountsByCode(dict):  # type: ignore[type-arg]
    """A dictionary {code: how often it occurs}. Iterating gives the counts, not the codes, as from a list of counts."""

    def __missing__(self, code: int) -> int:
        return 0

    def __iter__(self) -> Iterator[int]:
        return iter(self.values())


class Grader:
    """Turns the values of files into codes (small integers), and later the codes into the classes that metrics take.

    Without options, a value is 0 or 1. With a threshold, a value is a number, which reaches the threshold or does not.
    With weights, a value is a weight or the index of one; the values of all files together show which.
    """

    def __init__(
        self,
        weights: Sequence[float] | None = None,
        threshold: float | None = None,
        reading: str | None = None,  # "classes" or "rewards", if weights leave both possible
        success: frozenset[str] | None = None,  # the words of success, in lower case; "correct*" for all that begin so
        scores: tuple[float, float] | None = None,  # the range of real scores; each different score has a code
    ) -> None:
        self._given = weights, threshold, reading, success, scores
        self.weights = weights
        self.scores = scores
        self._known: dict[float, int] = {}  # the codes of scores
        self.threshold = threshold
        self._reading = reading
        self._success = success
        self._starts = tuple(word[:-1] for word in success or () if word.endswith("*"))
        self._found = not success  # whether a word of success has occurred
        self._others: dict[str, None] = {}  # the first other words
        self._values: list[float] = [0, 1]
        if weights is not None:
            numbers = range(len(weights)) if reading != "rewards" else ()
            self._values = list(dict.fromkeys([*numbers, *(weights if reading != "classes" else ())]))
        # The code of a number; None for other values. True, 1 and 1.0 are the same key.
        self.number: Callable[[Any], int | None] = {value: code for code, value in enumerate(self._values)}.get
        if threshold is not None:
            self.number = self._passes
        self.codes = MANY_CODES if scores else len(self._values)
        if scores:
            self.number, self._values = self._scored, []
        # The codes of texts in their usual spellings: faster than `outcome`.
        self.words: dict[Any, int] = {}
        if success:
            self.number = {}.get
        elif self.is_plain:
            self.words = _FORMS

    def anew(self) -> Grader:
        """Return a new grader with the same options, to try another reading of the files."""
        return Grader(*self._given)

    @property
    def has_words(self) -> bool:
        """Whether the user names the words of success (--success)."""
        return bool(self._success)

    @property
    def is_plain(self) -> bool:
        """Whether values can only be 0 and 1, as there are no weights, no threshold and no scores."""
        return self.weights is None and self.threshold is None and not self.scores

    def code(self, value: Any) -> int | None:
        """Return the code of a number; None for other values, and for numbers without a code."""
        return self.number(value) if isinstance(value, (int, float)) else None

    def outcome(self, value: Any) -> int | None:
        """Return the code of a value, which may be a word; None for a value without a code."""
        if self._success:
            return self._named(value)
        if isinstance(value, str):
            if self.is_plain:
                return spelled(value)
            number = number_in(value)
            return None if number is None else self.number(number)
        return self.code(value)

    def may_read(self, value: Any) -> bool:
        """Whether a value is or spells an outcome."""
        return self.outcome(value) is not None or spelled(value) is not None

    def _named(self, value: Any) -> int | None:
        """Return the code of a value by the words of --success: 1 for these words, 0 for others; None if missing."""
        assert self._success is not None
        if is_missing(value) or not isinstance(value, (str, int, float)):
            return None
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        word = value.strip().lower() if isinstance(value, str) else shown(value)
        found = word in self._success or word.startswith(self._starts)
        self._found = self._found or found
        if not found and len(self._others) < LISTED:
            self._others[word] = None
        return int(found)

    def refusal(self, value: Any, place: str, may_be_word: bool = False) -> FileError:
        what = f"{place}: {shown(value)} is "
        if isinstance(value, str) and value.strip().lstrip("+-").replace(",", "", 1).isdecimal() and "," in value:
            return FileError(f"{what}a number with a comma; write a point")
        if self.threshold is not None:
            return FileError(f"{what}not a finite number")
        if self.scores:
            low, high = self.scores
            return FileError(f"{what}not a number from {low:g} to {high:g}; --scores LOW,HIGH gives the range")
        if self.weights is not None:
            few, others = self.weights[:LISTED], self.weights[LISTED:]
            listed = ", ".join(f"{weight:g}" for weight in few) + ", ..." * bool(others)
            classes = "" if self._reading == "rewards" else f"the number of a class (0 to {len(self.weights) - 1})"
            rewards = "" if self._reading == "classes" else f"one of the weights {listed}"
            kinds = f"neither {classes} nor {rewards}" if classes and rewards else f"not {classes}{rewards}"
            return FileError(f"{what}{kinds}")
        if isinstance(value, str) and value.strip().endswith("%"):
            return FileError(f"{what}the mean of several trials; each trial needs its own outcome")
        ways = "See --threshold T, --scores or --scores LOW,HIGH, and --weights"
        is_number = type(value) in (int, float)
        hint = f"; a reward? {ways}" if is_number else ""
        if may_be_word and isinstance(value, str):
            hint = "; name the words of success: --success WORD,..." if any(map(str.isalpha, value)) else ""
            hint = "; it is a text: remove the quotes, or use --success 1" if value.strip() in ("0", "1") else hint
        return FileError(f"{what}neither 0 nor 1{hint}").leading(*_OF_REWARDS * is_number)

    def classes(self, used: Iterable[int]) -> list[int]:
        """Return the class of each code: an index into the weights. `used` are the codes that occur in the files."""
        if not self._found:
            some = ", ".join(shown(word) for word in self._others)
            raise FileError(f"no outcome is one of the words of --success; there are {some}")
        if self.weights is None:
            return [0, 1]
        weights, used = list(self.weights), set(used)
        as_numbers, as_rewards = list(range(self.codes)), [[*weights, value].index(value) for value in self._values]
        if self._reading:
            return as_rewards if self._reading == "rewards" else as_numbers
        lacks = [[c for c in used if read[c] >= len(weights)] for read in (as_rewards, as_numbers)]  # without a class
        if all(lacks):
            number, weight = (self._values[codes[0]] for codes in lacks)
            raise FileError(f"{number:g} is the number of a class and {weight:g} a weight; they cannot be mixed")
        if not any(lacks) and any(weights[as_numbers[c]] != self._values[c] for c in used):
            some = " and ".join(f"{self._values[c]:g}" for c in sorted(used)[:3])
            what = f"are the values {some} numbers of classes, or rewards?"
            raise FileError(f"{what} Use --values classes or --values rewards")
        return as_rewards if lacks[1] else as_numbers

    def row(self, counts: CountsByCode) -> tuple[float, ...]:
        """Return the scores of a question's trials, in any order. `counts` says how often the code of each occurs."""
        return tuple([self._values[code] for code, n in counts.items() for _ in range(n)])

    def value_of(self, code: int) -> float:
        """Return the score that has this code."""
        return self._values[code]

    def _scored(self, value: float) -> int | None:
        assert self.scores
        low, high = self.scores
        if not low <= value <= high:
            return None
        code = self._known.setdefault(value, len(self._values))
        if code == len(self._values):
            self._values.append(value)
        return code

    def _passes(self, value: float) -> int | None:
        assert self.threshold is not None
        return int(value >= self.threshold) if -_INFINITY < value < _INFINITY else None


def hint_of_reals(values: Iterable[Any]) -> str:
    """Return the end of an error that names options for real scores; "" if no value is a real number."""
    numbers = (x for value in values for x in (value if isinstance(value, list) else [value]))
    is_real = any(type(x) is float and not x.is_integer() for x in numbers)
    return "; for real scores add --scores, or --scores LOW,HIGH, or --threshold T" if is_real else ""


def is_range(text: str) -> bool:
    """Whether the text is LOW,HIGH: two finite numbers, the lower one first."""
    low, _, high = text.partition(",")
    try:
        return -_INFINITY < float(low) < float(high) < _INFINITY
    except ValueError:
        return False


def finite(text: str) -> float:
    """Return the finite number that a text of the command line spells."""
    try:
        value = float(text)
    except ValueError:
        value = _INFINITY
    if not abs(value) < _INFINITY:
        share = number_in(text) if "%" in text and "/" not in text else None
        hint = f"; write {share:.12g}" if share is not None and abs(share) < _INFINITY else ""
        raise ValueError(f"expected a finite number, got {shown(text)}{hint}")
    return value
