"""Check what paths and the files beside them may say: which templates are offered first, and names in sidecars."""

from __future__ import annotations

import re
from pathlib import PurePosixPath

import pytest

from scorio_lite._command.readings.leaves import Leaf, Unclear
from scorio_lite._command.readings.paths import all_ways, assign
from scorio_lite._command.readings.sidecars import Sidecar, described_by
from scorio_lite._command.readings.single import question_templates


def leaves_of(files):
    """Return the files that a text lists as path=questions@model#task."""
    parts = [re.fullmatch(r"([^=]+)=(\w+)(?:@([^#]+))?(?:#(.+))?", one).groups() for one in files.split()]
    return [
        Leaf(path, {int(x) if x.isdigit() else x: None for x in ids}, model or "", task or "", ".json") for path, ids, model, task in parts
    ]


WAYS = [  # paths, each with its questions, which are letters or numbers; and the templates
    (
        "gpt/arc=ab gpt/gsm=cd mini/arc=ab mini/gsm=cd",
        "{run}/{task}.json {task}/{task}.json {run}/{run}.json {run}/{}.json {task}/{run}.json {trial}/{task}.json {task}/{}.json {trial}/{run}.json",
    ),
    (
        "gpt/1=ab gpt/2=ab mini/1=ab mini/2=ab",
        "{run}/{trial}.json {run}/{task}.json {task}/{trial}.json {run}/{run}.json {task}/{run}.json {task}/{task}.json {run}/{}.json {trial}/{trial}.json",
    ),
    ("a_seed1=ab a_seed2=ab", "a_seed{trial}.json a_seed{run}.json a_seed{task}.json"),
    ("a=1234 b=123 c=12 d=1", "{task}.json {run}.json"),
    ("a=ab b=ab", "{run}.json {task}.json {trial}.json"),
    ("a=ab b=cd", "{task}.json {run}.json"),
    ("a=12 b=12", "{run}.json {task}.json {trial}.json"),
    (
        "gpt/arc=12 gpt/gsm=12 mini/arc=12 mini/gsm=12",
        "{run}/{run}.json {run}/{task}.json {task}/{run}.json {run}/{trial}.json {task}/{task}.json {trial}/{run}.json {task}/{trial}.json {trial}/{task}.json",
    ),
    ("run_1/a=ab run_2/a=ab", "run_{trial}/a.json run_{run}/a.json run_{task}/a.json"),
    ("20240101/a=ab 20240102/a=ab", "{trial}/a.json {run}/a.json"),
    (
        "x_20240101=ab y_20240102=ab",
        "{run}_{}.json {run}_20240102.json {run}_{trial}.json {task}_{}.json {task}_20240102.json {task}_{trial}.json {run}_{run}.json {task}_{run}.json",
    ),
    (
        "20240101_x_20240102=ab 20240103_x_20240104=ab",
        "{}_x_{trial}.json {trial}_x_{}.json 20240103_x_{trial}.json {trial}_x_20240103.json {}_x_{run}.json {run}_x_{}.json 20240103_x_{run}.json {run}_x_20240103.json",
    ),
    ("shard_1=ab shard_2=cd", "shard_{task}.json shard_{run}.json"),
    ("part1=ab part2=cd", "part{task}.json part{run}.json"),
    (
        "a/1=ab a/2=cd b/1=ab b/2=cd",
        "{run}/{task}.json {task}/{task}.json {run}/{run}.json {run}/{}.json {task}/{run}.json {trial}/{task}.json {task}/{}.json {trial}/{run}.json",
    ),
    ("model1=ab model2=ab", "model{run}.json model{trial}.json model{task}.json"),
    ("task1=ab task2=cd", "task{task}.json task{run}.json"),
    ("a=123 b=12 c=1", "{task}.json {run}.json"),
    ("gpt-4o/x=ab o1/x=ab", "{run}/x.json {task}/x.json {trial}/x.json"),
    ("a_0shot=ab a_5shot=ab", "a_{run}.json a_{task}.json a_{trial}.json"),
    ("1=ab 2=ab", "{trial}.json {run}.json {task}.json"),
    ("1=ab 3=ab 5=ab", "{trial}.json {run}.json {task}.json"),
    ("u/v/w=ab u/v/z=ab", "u/v/{run}.json u/v/{task}.json u/v/{trial}.json"),
    (
        "step1/1=ab step1/2=ab step2/1=ab step2/2=ab",
        "step{run}/{trial}.json step{run}/{task}.json step{run}/{run}.json step{trial}/{trial}.json step{trial}/{run}.json step{trial}/{task}.json step{task}/{trial}.json step{run}/{}.json",
    ),
    (
        "aime24/m=ab aime24/n=ab aime25/m=cd aime25/n=cd",
        "aime{task}/{run}.json aime{task}/{task}.json aime{task}/{trial}.json aime{run}/{run}.json aime{run}/{task}.json aime{}/{run}.json aime{}/{task}.json aime{run}/{trial}.json",
    ),
    (
        "aime24_1=ab aime24_2=ab aime25_1=ab aime25_2=ab",
        "aime{task}_{trial}.json aime{task}_{run}.json aime{run}_{trial}.json aime{task}_{task}.json aime{trial}_{trial}.json aime{trial}_{run}.json aime{trial}_{task}.json aime{run}_{task}.json",
    ),
    (
        "20240101/a/20240103=ab 20240102/b/20240104=ab",
        "{}/{run}/{}.json {}/{run}/{trial}.json {trial}/{run}/{}.json 20240102/{run}/{}.json 20240102/{run}/{trial}.json {trial}/{run}/20240102.json {}/{task}/{}.json {}/{task}/{trial}.json",
    ),
    (
        "m/run1/s1=ab m/run1/s2=ab m/run2/s1=ab m/run2/s2=ab",
        "m/run{trial}/s{trial}.json m/run{trial}/s{run}.json m/run{trial}/s{task}.json m/run{run}/s{trial}.json m/run{task}/s{trial}.json m/run{run}/s{task}.json m/run{task}/s{run}.json m/run{run}/s{run}.json",
    ),
    ("u/a=ab a=ab", ""),
    (
        "gpt/2025-01-01=ab gpt/2025-01-02=ab gpt/2025-01-03=ab qwen/2025-01-01=ab",
        "{run}/{}.json {run}/2025-01-03.json {run}/{trial}.json {task}/{}.json {task}/2025-01-03.json {task}/{trial}.json {run}/{run}.json {task}/{run}.json",
    ),
    ("v1=ab v2=ab", "v{trial}.json v{run}.json v{task}.json"),
    (
        "m1/seed0=ab m1/seed1=ab big/seed0=ab big/seed1=ab",
        "{run}/seed{trial}.json {run}/seed{task}.json {task}/seed{trial}.json {run}/seed{run}.json {task}/seed{run}.json {task}/seed{task}.json {run}/seed{}.json {trial}/seed{trial}.json",
    ),
    ("temp_0.0=ab temp_0.7=ab", "temp_{run}.json temp_{task}.json temp_{trial}.json"),
    ("a=123456789 b=123456789 c=1234567", "{run}.json {task}.json {trial}.json"),
    ("a=123456789 b=12345678 c=1234567", "{task}.json {run}.json"),
    ("a=123456789 b=12345678", "{run}.json {task}.json {trial}.json"),
]


@pytest.mark.parametrize(("files", "expected"), WAYS)
def test_templates_that_are_offered(files, expected):
    assert " ".join(all_ways(leaves_of(files))) == expected


ASSIGNED = [  # paths, questions, @models and #tasks; and the run:task of each file with the template, or a question
    ("gpt/arc=ab gpt/gsm=cd mini/arc=ab mini/gsm=cd", "gpt:arc gpt:gsm mini:arc mini:gsm {run}/{task}.json"),
    ("gpt/1=ab gpt/2=ab mini/1=ab mini/2=ab", "gpt: gpt: mini: mini: {run}/{trial}.json trials"),
    ("a_seed1=ab a_seed2=ab", ": : a_seed{trial}.json trials"),
    ("a=ab b=ab", "a: b: {run}.json"),
    ("a=ab b=cd", ":a :b {task}.json"),
    ("a=12 b=12", "a: b: {run}.json"),
    ("a=12 b=123", "!a and b have 2 of 3 questions in common: are they runs, trials or tasks?"),
    ("gpt/arc=12 gpt/gsm=12 mini/arc=12 mini/gsm=12", "gpt:arc gpt:gsm mini:arc mini:gsm {run}/{task}.json"),
    ("gpt/arc=12 gpt/law=123 mini/arc=12 mini/law=123", "gpt:arc gpt:law mini:arc mini:law {run}/{task}.json"),
    ("gpt/u=12 gpt/v=12 mini/u=12 mini/v=12", "!gpt, mini, ... and u, v, ... may be runs or tasks, since their questions have no names"),
    ("gsm8k=12 mmlu=12", ":gsm8k :mmlu {task}.json"),
    ("gpt-4o=12 o1=12", "gpt-4o: o1: {run}.json"),
    ("20240101/a=ab 20240102/a=ab", "20240101: 20240102: {run}/a.json"),
    ("20240101/gpt=ab 20240102/o1=ab", "gpt: o1: {}/{run}.json"),
    (
        "20240101/gpt=ab 20240102/gpt=ab",
        "!the same run and task is there twice (20240101 and 20240102): is it one of them, or are both trials?",
    ),
    ("20240101/x=ab 20240102/x=ab", "20240101: 20240102: {run}/x.json"),
    (
        "gpt/20240101=ab gpt/20240102=ab mini/20240103=ab",
        "!the same run and task is there twice (20240101 and 20240102): is it one of them, or are both trials?",
    ),
    ("shard_1=ab shard_2=cd", ": : shard_{}.json"),
    ("shard_1=ab shard_2=ac", "!shard_1, shard_2, ... have questions in common: are they parts of one file?"),
    ("gpt/shard_1=ab gpt/shard_2=cd o1/shard_1=ab o1/shard_2=cd", "gpt: gpt: o1: o1: {run}/shard_{}.json"),
    ("part_1=ab part_2=ab", "!part_1, part_2, ... may number runs or trials"),
    ("a/1=ab a/2=cd b/1=ab b/2=cd", "a:1 a:2 b:1 b:2 {run}/{task}.json"),
    ("x=ab@gpt y=ab@o1", "gpt: o1: {}.json"),
    ("x=ab@gpt y=ab@gpt", "x: y: {run}.json"),
    ("x=ab@gpt y=cd@gpt z=ab@o1 w=cd@o1", "!the paths do not tell which of the 2 sets of questions is which task"),
    ("x=ab@gpt#t y=cd@gpt#u z=ab@o1#t w=cd@o1#u", "gpt:t gpt:u o1:t o1:u {}.json"),
    ("x=12@gpt#t y=12@gpt#u z=12@o1#t w=12@o1#u", "gpt:t gpt:u o1:t o1:u {}.json"),
    ("m/x=12@gpt m/y=12@gpt n/x=12@o1 n/y=12@o1", "!x, y, ... may be runs or tasks, since their questions have no names"),
    ("a/x=ab b/y=cd", ":x :y {}/{task}.json"),
    ("x=ab@gpt#t y=cd@gpt#t", ":x :y {task}.json"),
    ("a/x=ab@gpt#t a/y=cd@gpt#u", ":t :u a/{}.json"),
    ("a/1_x=ab@gpt a/2_x=ab@o1 b/3_x=cd@gpt b/4_x=cd@o1", "gpt:a o1:a gpt:b o1:b {task}/{}_x.json"),
    ("gpt/x=ab mini/y=cd", ":x :y {}/{task}.json"),
    ("gpt/x=ab mini/y=abc", "x: y: {}/{run}.json"),
    ("gpt/x=abc mini/x=ab", "gpt: mini: {run}/x.json"),
    ("a/b/x=ab a/c/x=ab", "b: c: a/{run}/x.json"),
    ("old/a=ab a=ab", "!the same run and task is there twice (old and no folder): is it one of them, or are both trials?"),
    ("gpt/a=ab gpt/b=ab", "a: b: gpt/{run}.json"),
    ("gpt_run1=ab gpt_run2=ab o1_run1=ab o1_run2=ab", "gpt: gpt: o1: o1: {run}_run{trial}.json trials"),
    ("gpt_v1=ab gpt_v2=ab", "!gpt_v1, gpt_v2, ... may number runs or trials"),
    ("step1=ab step2=ab", "step1: step2: step{run}.json"),
    ("gpt/3=ab gpt/5=ab", "!3, 5, ... may number runs or trials"),
    ("gpt/500=ab gpt/1000=ab gpt/1500=ab", "500: 1000: 1500: gpt/{run}.json"),
    ("gpt/aime24=12 gpt/aime25=12 o1/aime24=12 o1/aime25=12", "gpt:aime24 gpt:aime25 o1:aime24 o1:aime25 {run}/aime{task}.json"),
    ("gpt-4o=ab phi-4=cd", "!gpt-4o, phi-4, ... have different questions, or prompts of their own: are they tasks, runs or trials?"),
    ("seed1=ab seed2=cd", "!seed1, seed2, ... have different questions, or prompts of their own: are they tasks, runs or trials?"),
    ("coding/gpt=ab coding/o1=ab reasoning/gpt=cd reasoning/o1=cd", "gpt:coding o1:coding gpt:reasoning o1:reasoning {task}/{run}.json"),
    ("gpt/arc/1=ab gpt/arc/2=ab gpt/law/1=cd gpt/law/2=cd", ":arc :arc :law :law gpt/{task}/{trial}.json trials"),
    ("arc/gpt=ab arc/o1=ab law/gpt=cd law/o1=cd", "gpt:arc o1:arc gpt:law o1:law {task}/{run}.json"),
    ("arc/gpt=ab arc/o1=abc law/gpt=de law/o1=def", "gpt:arc o1:arc gpt:law o1:law {task}/{run}.json"),
    ("gsm8k_0shot=ab gsm8k_5shot=ab", "0shot: 5shot: gsm8k_{run}.json"),
    ("out/gpt=ab", ": "),
    ("a=12 b=34", ":a :b {task}.json"),
    ("q1=12 q2=34", ": : q{}.json"),
    ("x/a=12 x/b=34 y/a=12 y/b=34", "x:a x:b y:a y:b {run}/{task}.json"),
    ("a/x=ab a/y=bc", "!a/x and a/y have 1 of 2 questions in common: are they runs, trials or tasks?"),
    ("m/part0=ab m/part1=cd", ": : m/part{}.json"),
    ("m/part0=abc m/part1=cde", "!part0, part1, ... have questions in common: are they parts of one file?"),
    ("ckpt100=ab ckpt200=ab", "ckpt100: ckpt200: ckpt{run}.json"),
    ("1=ab 2=ab", ": : {trial}.json trials"),
    ("a=abc b=bcd", "a: b: {run}.json"),
    (
        "a/x/run1=ab a/x/run2=ab a/y/run1=cd a/y/run2=cd b/x/run1=ab b/x/run2=ab b/y/run1=cd b/y/run2=cd",
        "a:x a:x a:y a:y b:x b:x b:y b:y {run}/{task}/run{trial}.json trials",
    ),
    (
        "m_x_1=ab m_x_2=ab m_y_1=cd m_y_2=cd n_x_1=ab n_x_2=ab n_y_1=cd n_y_2=cd",
        "m:x m:x m:y m:y n:x n:x n:y n:y {run}_{task}_{trial}.json trials",
    ),
    (
        "m-x-v=ab m-x-w=ab m-y_z-v=cd m-y_z-w=cd n-x-v=ab n-x-w=ab n-y_z-v=cd n-y_z-w=cd",
        "m/v:x m/w:x m/v:y_z m/w:y_z n/v:x n/w:x n/v:y_z n/w:y_z {run}-{task}-{run}.json",
    ),
    ("v3=ab v4=ab", "v3: v4: v{run}.json"),
    ("v1=ab v2=ab", "!v1, v2, ... may number runs or trials"),
    (
        "gpt/2025-01-01=ab gpt/2025-01-02=ab gpt/2025-01-03=ab qwen/2025-01-01=ab",
        "!the same run and task is there twice (2025-01-01 and 2025-01-02): is it one of them, or are both trials?",
    ),
    ("a/x=123 a/y=123 b/x=123 b/y=123", "!a, b, ... and x, y, ... may be runs or tasks, since their questions have no names"),
]


@pytest.mark.parametrize(("files", "expected"), ASSIGNED)
def test_runs_and_tasks_of_files(files, expected):
    leaves = leaves_of(files)
    try:
        found = assign(leaves)
    except Unclear as error:
        assert f"!{error}" == expected
        assert error.ways == [[f"--path={one}"] for one in all_ways(leaves)]
        return
    cells = " ".join(f"{run}:{task}" for run, task in zip(found.runs, found.tasks))
    assert f"{cells} {found.template}{' trials' * found.are_trials}" == expected


OF_QUESTIONS = [  # paths of files of one question each, and the templates
    (
        "gpt/q1 gpt/q2 mini/q1 mini/q2",
        "{run}/q{question}.json {task}/q{question}.json {trial}/q{question}.json {question}/q{run}.json {question}/q{task}.json {question}/q{trial}.json",
    ),
    ("q1 q2", "q{question}.json"),
    ("task_1 task_2", "task_{question}.json"),
    ("gpt/task_1/seed_1 gpt/task_1/seed_2 gpt/task_2/seed_1 gpt/task_2/seed_2", "gpt/task_{question}/seed_{trial}.json"),
    (
        "arc/1 arc/2 gsm/1 gsm/2",
        "{run}/{question}.json {task}/{question}.json {question}/{trial}.json {question}/{run}.json {question}/{task}.json {trial}/{question}.json",
    ),
    (
        "gpt/arc/1 gpt/arc/2 mini/arc/1 mini/arc/2",
        "{run}/arc/{question}.json {task}/arc/{question}.json {question}/arc/{trial}.json {question}/arc/{run}.json {question}/arc/{task}.json {trial}/arc/{question}.json",
    ),
    (
        "gpt/a/0 gpt/a/1 gpt/b/0 gpt/b/1",
        "gpt/{run}/{question}.json gpt/{task}/{question}.json gpt/{question}/{trial}.json gpt/{question}/{run}.json gpt/{question}/{task}.json gpt/{trial}/{question}.json",
    ),
    (
        "a/x b/y c/z",
        "{run}/{question}.json {question}/{run}.json {task}/{question}.json {question}/{task}.json {trial}/{question}.json {question}/{trial}.json",
    ),
    ("20240101/q1 20240101/q2", "20240101/q{question}.json"),
    ("question_3 question_7 question_9", "question_{question}.json"),
    ("idx_3 idx_7", "idx_{question}.json"),
    ("run_1/alpha run_1/beta run_2/alpha run_2/beta", "run_{trial}/{question}.json"),
    ("gpt-alpha-1 gpt-alpha-2 gpt-beta-1 gpt-beta-2", "{question}.json"),
]


@pytest.mark.parametrize(("paths", "expected"), OF_QUESTIONS)
def test_templates_of_files_of_one_question(paths, expected):
    assert " ".join(question_templates(paths.split(), [".json" for _ in paths.split()])) == expected


BESIDE = [  # a file, the objects in files beside it or above, and the model, the task and the trial that they name
    ("a/b.json", [("a/meta.json", {"model": "x", "task": "t", "seed": 3})], ("x", "t", "3")),
    ("a/b.jsonl", [("a/b.json", {"model": "x"}), ("a/c.json", {"model": "y", "seed": 1})], ("x", "", "")),
    ("a/c/b.json", [("a/meta.json", {"model": "x", "task": "t", "seed": 3})], ("x", "", "")),
    ("a/c/b.json", [("meta.json", {"config": {"model": {"name": "x"}, "dataset": "d"}})], ("x", "", "")),
    ("a/b.json", [("a/m.json", {"model": "x"}), ("a/n.json", {"model": "y"})], ("", "", "")),
    ("a/b.json", [("a/m.json", {"model": "x", "seed": 1, "run": 2})], ("x", "", "")),
    ("a/b.json", [("a/m.json", {"a": {"b": {"model": "x"}}})], ("", "", "")),
    ("a/b.json", [("a/b/m.json", {"model": "x"})], ("", "", "")),
    ("a/b.json", [("c/m.json", {"model": "x"})], ("", "", "")),
    ("a/b.json", [("c/b.json", {"model": "x"})], ("", "", "")),
    ("a/b.json", [("a/m.json", {"seed": True})], ("", "", "")),
    ("a/b.json", [("a/m.json", {"model": "x", "seed": "1"}), ("a/n.json", {"model": "x", "seed": 2})], ("x", "", "2")),
    ("a/b.v1.json", [("a/b.meta.json", {"model": "x"})], ("x", "", "")),
]


@pytest.mark.parametrize(("path", "sidecars", "expected"), BESIDE)
def test_what_sidecars_say(path, sidecars, expected):
    assert described_by(PurePosixPath(path), [Sidecar(PurePosixPath(one), value) for one, value in sidecars]) == expected
