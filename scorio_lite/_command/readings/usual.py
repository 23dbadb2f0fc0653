"""The usual names: words that say what a field, an entry of a document or a part of a path is.

fields.py has the names of fields that every reader knows.
"""

from __future__ import annotations

from ..fields import LISTS, OUTCOME_KEYS, words_in
from ..grading import RIGHT, WRONG

# Words in the names of fields

QUESTION = words_in("""
    question problem task example instance item prompt query doc document case exercise puzzle qid pid input
    instruction context utt statement prob q conversation dialog dialogue challenge scenario riddle aufgabe
    frage übung pregunta problema problème ejercicio exercice domanda esercizio questão pergunta exercício vraag opgave
    pytanie zadanie soru fråga uppgift otázka úloha kysymys tehtävä spørgsmål opgave питання завдання soal pertanyaan
    вопрос задача задание 問題 问题 题号 題號 题目 題目 题 設問 質問 문제 질문 문항
    题目编号 问题编号 题目序号 問題番号 設問番号 문제번호 السؤال سؤال
""")
NAMING = words_in(
    "identifiant identificador id idx index key uid uuid hash sha md no nr number num name code nummer número numéro"
)
OUTCOME = {*RIGHT} | words_in("""
    succeeded reward score scored outcome result acc accuracy em verdict grade judgement judgment ok accepted match
    win won valid points rating value label satisfied hit beat passes successes solves hits wins correctness equiv
    truthful res return punkte punktzahl ergebnis bewertung exact résultat resultado nota esito risultato acertou
    resultaat результат оценка poprawne správne hasil korrekte 正誤 正误 是否正确 结果 結果 得分 判定 정오 결과 점수
    sonuç ocena
""")
WEAK = words_in(
    "label value rating points match result nota correctness truthful hits wins res"
)  # which also name gold answers and measurements
MATCH = words_in("match matches verify verified equal equals")  # of an answer, if the words beside it are these:
MATCHED = words_in("is exact answer execution exec final math symbolic gold reference expected")
SURE = OUTCOME - WEAK | words_in("is was exact match rewards scores outcomes results")
FAILURE = {*WRONG} | words_in("""
    error errors fails failures mistake mistakes returncode exitcode exit refusal refusals refused violation violations
    hallucination hallucinations hallucinated jailbreak jailbroken toxic unsafe bug bugs defect defects loss losses
    fehler
""")
FORM = words_in("""
    format formatted formatting parse parsed parseable parsable parsing json xml schema syntax compile compiled compiles
    extracted extraction
""")  # an answer of the right form may be wrong
RUN = words_in("""
    model llm engine provider agent method strategy system variant version config experiment exp setting temperature
    temp checkpoint ckpt step effort tools mode policy arm condition commit release template style budget thinking date
""")
TASK = words_in("""
    dataset benchmark task source subject category domain topic language lang split subset suite
""")
STAGE = words_in("iteration iter epoch step generation gen checkpoint")
MEASURING = words_in("judge grader annotator rater metric scorer evaluator filter criterion rubric")
VERDICT = words_in("verdict grade rating judgement judgment label")  # of a judge
GOLD = words_in("""
    gold target expected reference truth label answer correct solution ground key lösung musterlösung gabarito corrigé
    参考答案 标准答案 正确答案 模範解答 정답
""")
PART = words_in("""
    test tests step steps turn turns rubric criterion criteria check checks part parts rank position level page
""")
OVERALL = words_in("overall composite total final combined weighted")  # a score made of the others
MAXIMUM = words_in("max total num of possible n")  # the most points of a question
ATTEMPTS = words_in("n total num attempts trials samples runs count size")  # how many trials there are
REPEATS = ATTEMPTS - {"size"} | words_in("""
    k of tries seeds reps repeats repetitions generations completions denominator episodes executions evaluations
    iterations rollouts bon checks
""")  # the same, if the number is that of all records
KEEPS = words_in("valid final latest included")  # of a flag: the records that count
LEAVES = words_in("""
    invalid excluded exclude discarded discard superseded duplicate void voided contaminated cancelled canceled debug
    ignore ignored skip deleted removed practice warmup dry stale obsolete retracted mask masked skipped filtered
""")  # the records that do not count
FREQUENCY = words_in("n count counts freq frequency occurrences")  # how many trials have an outcome
ROUNDED = 0.006  # a mean with two digits differs by less
IN_FRACTIONS = (", trials", ", successes")  # after the name of a field with texts such as 3/8: its two numbers
RATE = words_in("rate mean avg average acc accuracy fraction share ratio percent percentage score quote anteil")
MEANS = words_in("acc accuracy")  # outcomes, or means of trials that the file does not have

# Fields of QUESTION_KEYS that may also be names of questions
NAMED_BY_WORDS = ("question", "problem", "example", "task", "prompt", "name")
TASKS = ("benchmark", "dataset", "task", "task_name", "source", "suite")  # fields with one value for several questions

# Entries of documents, by their whole names

LISTS_OF_RECORDS = LISTS | words_in("""
    data results details items records questions problems tasks instances examples rows
""")
LISTS_OF_TRIALS = LISTS | words_in("results scores rewards")
LACKING = words_in("""
    failed fail failures failure error errors skipped missing pending incomplete excluded unfinished invalid dropped
    timeouts timeout crashed
""")
ITEM = words_in("item question problem task example sample case idx index row no nr number")
OF_ONE_TRIAL = frozenset(OUTCOME_KEYS) - MEANS

# What files say of their model and task: fields, the surest first

MODEL_KEYS = ("model", "model_name", "model_id", "model_name_or_path", "llm", "model_path", "pretrained")
NAMES_OF_TASKS = ("benchmark", "dataset", "task_name", "eval_name", "evaluation_name")  # in all records of a file
TASK_KEYS = (
    *("task", "task_name", "benchmark", "benchmark_name", "dataset", "dataset_name", "env_id", "env", "eval_name"),
    *("evaluation_name", "scenario", "task_id"),
)

SUMMARY = RATE | words_in("total sum count used spent called fingerprint")  # of measurements
IDENTITY = words_in("id uid uuid key hash sha path dir folder file url log")  # of jobs

# Words before numbers in paths, and of versions

TRIAL_OF_PATH = words_in("run rs s sample pass output result results outputs try")
SHARD = words_in("shard part chunk split rank worker batch slice fold resume resumed continued")
ITEM_OF_PATH = words_in("issue ticket bug")  # questions, too
VERSION = words_in("old new latest backup bak copy rerun previous prev archive older newer")

OF_EITHER = words_in("epoch")  # of training, or a trial in a log of Inspect

# Values: words of success, the surest first, and the texts of an error that did not occur

GOOD = ("ac", "a", "accepted", "ok", "pass", "success", "x", "1", "✓", "good", "correct", "true", "yes", "p", "t", "y")
# A trial with one of these in its error broke, rather than failed.
BREAKING = words_in("""
    timeout timeouts timed crash crashed oom memory killed abort aborted cancelled canceled connection network http rate
    limit ratelimit quota unavailable overloaded server api internal skipped infra infrastructure container docker
    harness interrupted
""")
UNSET = {"", *words_in("0 0.0 false no none")}

# Names of runs and tasks

MODEL = words_in("""
    gpt chatgpt claude opus sonnet haiku gemini gemma llama codellama mistral mixtral ministral magistral codestral
    devstral qwen qwq deepseek grok glm chatglm minimax cohere olmo tulu bloomz pythia stablelm openchat internlm
    baichuan nemotron granite jamba dbrx ernie doubao starcoder wizardlm wizardcoder wizardmath smollm exaone jurassic
    palmyra reka roberta davinci llava minicpm moonshot codex copilot openhands kimi
    通义千问 文心一言 混元 豆包 智谱 月之暗面 百川
""")
# Also other things: a model beside a number or another word, as in phi-4 and command-r.
ALSO_MODEL = words_in("""
    phi yi command aya falcon bloom mpt vicuna alpaca zephyr hermes starling arctic palm bard hunyuan dolly flan
    bert orca cerebras aider
""")
SETTING = words_in("""
    base instruct chat it sft dpo ppo grpo rl rlhf lora qlora ft finetuned tuned cot nocot thinking nothinking think
    nothink reasoning direct greedy sampling beam temp temperature shot shots fewshot zeroshot zero few checkpoint ckpt
    epoch step steps int8 int4 fp8 fp16 bf16 awq gptq gguf quantized high low medium effort prompt baseline control
    treatment rag tools notools react with without
""")
OF_SETTING = (
    RUN | SETTING | words_in("max min limit top penalty sampler decoding dtype precision adapter system format agent")
)
BENCHMARK = words_in("""
    gsm gsm8k math mgsm svamp aqua asdiv mawps aime amc hmmt olympiadbench olympiad minerva numina omni gpqa mmlu cmmlu
    agieval ceval hle arc arceasy arcchallenge hellaswag winogrande winograd piqa siqa boolq openbookqa obqa csqa
    commonsenseqa strategyqa truthfulqa triviaqa nq naturalquestions webqs webq popqa simpleqa squad drop race coqa quac
    hotpotqa musique wiki 2wiki 2wikimultihop bbh bigbench humaneval mbpp apps livecodebench lcb bigcodebench evalplus
    swebench codeforces ds1000 scicode ifeval mtbench alpacaeval arena glue superglue mnli qnli rte wnli sst cola mrpc
    qqp copa xcopa xnli xquad tydiqa belebele flores xstorycloze storycloze lambada wikitext sciq pubmedqa medqa
    medmcqa bioasq legalbench lsat gaokao logiqa reclor folio prontoqa clutrr babi toxigen realtoxicity bbq crows
    winobias wikitq wtq tabfact wikisql spider bird finqa tatqa docvqa chartqa textvqa vqa mmmu mathvista scienceqa
    taubench webarena gaia toolbench bfcl ruler longbench niah kilt fever qasper narrativeqa xsum cnndm wmt
    anli wic wsc multirc paws stsb headqa prost swag mathqa
""")
LANGUAGE = words_in("""
    af ar bg bn bs ca cs cy da de el en es et eu fa fi fr ga gl gu he hi hr ht hu hy id is ja ka kk kn ko lt lv mk ml
    mr ms my ne nl no pa pl pt qu ro ru sk sl sq sr sv sw ta te th tl tr uk ur uz vi yo zh zu
    arabic bengali bulgarian catalan chinese czech danish dutch english estonian finnish french german greek hebrew
    hindi hungarian indonesian italian japanese korean norwegian persian polish portuguese romanian russian spanish
    swahili swedish tamil telugu thai turkish ukrainian urdu vietnamese yoruba
    deutsch español français italiano português русский українська 中文 日本語 한국어 العربية हिन्दी ไทย türkçe
    polski nederlands svenska čeština ελληνικά עברית
""")
