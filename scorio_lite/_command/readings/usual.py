"""What runs and tasks are usually called: words of models and their settings, of benchmarks, and of languages."""

from __future__ import annotations

import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Sequence


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_MODELS = _words("""
    gpt chatgpt claude opus sonnet haiku gemini gemma llama codellama mistral mixtral ministral magistral codestral
    devstral qwen qwq deepseek phi grok yi glm chatglm kimi minimax command aya cohere olmo tulu falcon bloom bloomz
    pythia opt mpt stablelm vicuna alpaca zephyr hermes openchat starling internlm baichuan nemotron granite jamba
    dbrx arctic palm bard ernie doubao hunyuan starcoder wizardlm wizardcoder wizardmath smollm exaone
    jurassic palmyra reka dolly flan bert roberta orca cerebras davinci
    通义千问 文心一言 混元 豆包 智谱 月之暗面 百川 llava minicpm moonshot codex openhands aider
""")
_SETTINGS = _words("""
    base instruct chat it sft dpo ppo grpo rl rlhf lora qlora ft finetuned tuned cot nocot thinking nothinking think
    nothink reasoning direct greedy sampling beam temp temperature shot shots fewshot zeroshot zero few checkpoint ckpt
    epoch step steps int8 int4 fp8 fp16 bf16 awq gptq gguf quantized high low medium effort prompt baseline control
    treatment rag tools notools react
""")
_BENCHMARKS = _words("""
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
_LANGUAGES = _words("""
    af ar bg bn bs ca cs cy da de el en es et eu fa fi fr ga gl gu he hi hr ht hu hy id is ja ka kk kn ko lt lv mk ml
    mr ms my ne nl no pa pl pt qu ro ru sk sl sq sr sv sw ta te th tl tr uk ur uz vi yo zh zu
    arabic bengali bulgarian catalan chinese czech danish dutch english estonian finnish french german greek hebrew
    hindi hungarian indonesian italian japanese korean norwegian persian polish portuguese romanian russian spanish
    swahili swedish tamil telugu thai turkish ukrainian urdu vietnamese yoruba
    deutsch español français italiano português русский українська 中文 日本語 한국어 العربية हिन्दी ไทย türkçe
    polski nederlands svenska čeština ελληνικά עברית
""")
_SIZE = re.compile(r"(?:\d+x)?\d+(?:[.p]\d+)?[bm]")
_SETTING = re.compile(r"v\d+|\d+-?shots?|\d+k")


def _pieces(name: str) -> set[str]:
    """The words of a name, each whole, and up to its first digit."""
    found = re.split(r"[^\w.]+|_", name.casefold())
    return {one for piece in found for one in (piece, re.split(r"[\d.]", piece)[0]) if one}


def _kind(name: str) -> str:
    own = _pieces(name)
    if own & _MODELS or any(map(_SIZE.fullmatch, own)):
        return "run"
    if name.casefold() in _LANGUAGES or own & _BENCHMARKS:
        return "task"
    return "run" if own & _SETTINGS or any(map(_SETTING.fullmatch, own)) else ""


def kind_of_names(names: Sequence[str]) -> str:
    """What these names are: "run", "task", or "" where most do not tell, or some tell the other."""
    kinds = list(map(_kind, names))
    return next((one for one in ("run", "task") if 2 * kinds.count(one) >= len(kinds) and {*kinds} <= {one, ""}), "")


def names_model(text: str) -> bool:
    """Whether a text, such as a path, has the name of a model."""
    return any(_kind(part) == "run" and bool(_pieces(part) & _MODELS) for part in text.split("/"))
