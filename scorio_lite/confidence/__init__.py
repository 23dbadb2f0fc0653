"""Confidence intervals about the observed value: how sure is it, and is one model better than another?

R has a row for each question, with its trials. If you have one outcome of each question, in a list xs, pass
[[x] for x in xs].

How sure is a value?              avg(R), pass_at_k(R, k) and the other metrics
Is A better than B?               compare(A, B) and its pvalue; rows in the same order
How do more models rank?          ranks({"oak": A, "birch": B, "elm": C})
And over several benchmarks?      suite, compare_suite, ranks_suite, compare_tasks
And at each k? From which k?      curve(R), compare_curve(A, B); beyond(R, k) for k > N
How many questions do I need?     enough(R, 0.03) for a value that is known to 3 points; enough_to_decide(A, B) for a
                                  difference like that of A and B; plan(0.70, 0.67) before there are data
What can my questions show?       detectable(164, 0.70), the least difference to a model that solves 70 %
And if trials are missing?        bounded, bounded_difference; if only totals are known, compare_totals, ranks_of_totals
What does a solved question cost? cost_per_solve(C, R), for the costs C of the trials
What if a judge graded them?      judged, compare_judged: the mean label that people would give

A metric's function returns (value, se, lo, hi): the metric as in eval, its standard error, and the ends of an interval
that is meant to hold the truth with the probability `confidence`. There is no prior. Report lo and hi rather than value
+- se: the interval is not symmetric, and se is 0 if all questions score alike. Results have names and are short as
text: confidence.avg(R).lo, print(confidence.avg(R)), f"{confidence.avg(R):.3f}".

questions   "new", the default: how would the model do on questions like these? The questions are a sample, and so are
            the trials. Report this for a model.
            "these": would I get this number again? The questions are fixed, and only the trials are a sample. Ask this
            of a rerun of the same benchmark.
clusters    for new questions: a label for each row of R. Questions with the same label (on one passage, from one
            repository or template) are drawn together. So are those with None. R must then not be a Tally.
ragged      whether rows of R may differ in length.
confidence  the probability that the interval holds the truth, in (0, 1).
anytime     whether the interval holds however often you look, so that you can watch a run and stop when you know.
            The interval is 1.6 to 2 times as long as one for a single look. It is for new questions and metrics of 0/1
            outcomes. It holds on three conditions. Shuffle the questions first, so that their order does not depend on
            difficulty. Only append questions, and never start again. The number of trials of a question must not depend
            on its own outcomes.

k, w, tau and weights are those of eval, with 1 <= k <= N of every question. R is as in eval, but a flat row is refused:
it may be one trial of each of many questions, [[x] for x in R], or many trials of one, [R]. For avg and max_at_k, R may
be Scores.

The interval is Wilson's, at the effective sample size of the data, and allows for some events that were not seen. It
always contains the value, is wider at a higher confidence, and is a single point only if all rewards in w are equal. If
you swap two models, or success and failure, the interval is mirrored. For new questions the quantile is Student's t,
and se is what lm-evaluation-harness and Inspect print as stderr if N = 1.

Each interval holds by itself, if you look once; of many intervals, some fail. The ranks of a board hold together, as do
the points of a curve. To look again and again, pass anytime=True.

In the simulations of tools/coverage.py, 95 % intervals hold the truth in 90 % of runs or more, with these exceptions:

- They hold it in 58 % if clusters are of unequal size, and only the large ones fail as a whole.
- They hold it in 73 % for "these" questions if only one has an uncertain value, and has fewer than 2k trials.
- They hold it in 72 % if the value is a mean over benchmarks of two questions each.
- If twenty models are tested against one margin, one of them passes wrongly in 8 % of runs, not in 5 %.

Sources: Wilson 1927; the effective sample size, Korn and Graubard 1998, Franco, Little, Louis and Slud 2019; the design
effect, Kish 1965; the variance of a mean over subsets, Hoeffding 1948; clusters and pairs, Miller 2024,
arXiv:2411.00640; ranks, Holm 1979.

    >>> from scorio_lite import confidence
    >>> R = [[0, 1, 1, 0, 1], [1, 1, 0, 1, 1], [0, 0, 0, 1, 0]]
    >>> confidence.pass_at_k(R, 2)
    Interval(value=0.7666666666666667, se=0.1855921454276674, lo=0.0933874626677371, hi=0.9947534179590082)
    >>> confidence.pass_at_k(R, 2, questions="these")
    Interval(value=0.7666666666666667, se=0.13743685418725535, lo=0.4141428881877614, hi=0.9532712300533336)
"""

from __future__ import annotations

__all__ = ["auc_at_k", "avg", "best_of_k", "beyond", "bounded", "bounded_difference", "compare", "compare_curve"]
__all__ += ["compare_judged", "compare_suite", "compare_tasks", "compare_totals", "cons_at_k", "cost_per_solve"]
__all__ += ["curve", "detectable", "enough", "enough_to_decide", "g_pass_at_k", "g_pass_at_k_tau", "judged"]
__all__ += ["maj_at_k", "max_at_k", "mg_pass_at_k", "pass_at_k", "pass_hat_k", "plan", "ranks", "ranks_of_totals"]
__all__ += ["ranks_suite", "suite", "threshold_spectrum_at_k", "unanimous_at_k"]

TYPE_CHECKING: bool = False  # annotated, since Jedi looks for no names below a bare False
if TYPE_CHECKING:
    from .models import *
    from .others import *
    from .values import *
else:
    from .._lazy import loader as _loader

    _MODELS = {"compare", "compare_suite", "compare_tasks", "detectable", "enough", "enough_to_decide", "plan", "ranks"}
    _MODELS |= {"ranks_suite", "suite"}
    _OTHERS = {"bounded", "bounded_difference", "compare_curve", "compare_judged", "compare_totals", "cost_per_solve"}
    _OTHERS |= {"curve", "judged", "ranks_of_totals"}

    def _home_of(name: str) -> object:
        home = "models" if name in _MODELS else "others" if name in _OTHERS else "values"
        return home if name in __all__ else None

    __getattr__ = _loader(globals(), _home_of)
    __dir__ = __all__.copy
