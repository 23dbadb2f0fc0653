"""The metrics, one function each. The package's docstring describes the arguments that they share.

In comes R, out comes a float, (mu, sigma), or (mu, sigma, lo, hi). A file NAME_ci has the intervals of the file NAME.

binary       Pass@k, Pass^k, G-Pass@k, Maj@k, mG-Pass@k, AUC@k, threshold spectra of 0/1 outcomes
categorical  Bayes@N, avg@N, Max@k of graded outcomes
blends       Geom@k and GeoSpectrum@k
picks        best-of-k of a selector, cons@k of a vote
"""

from __future__ import annotations

__all__ = ["bayes", "bayes_ci", "avg", "avg_ci", "pass_at_k", "pass_at_k_ci", "pass_hat_k", "pass_hat_k_ci"]
__all__ += ["unanimous_at_k", "unanimous_at_k_ci", "g_pass_at_k", "g_pass_at_k_ci", "g_pass_at_k_tau"]
__all__ += ["g_pass_at_k_tau_ci", "mg_pass_at_k", "mg_pass_at_k_ci", "maj_at_k", "maj_at_k_ci"]
__all__ += ["auc_at_k", "auc_at_k_ci", "max_at_k", "max_at_k_ci", "threshold_spectrum_at_k"]
__all__ += ["threshold_spectrum_at_k_ci", "geom_at_k", "geom_ds_at_k", "geom_at_k_ci", "geom_ds_at_k_ci"]
__all__ += ["geo_spectrum_at_k", "geo_spectrum_at_k_ci", "geo_spectrum_star_at_k", "geo_spectrum_star_at_k_ci"]

TYPE_CHECKING: bool = False  # annotated, since Jedi looks for no names below a bare False
if TYPE_CHECKING:
    from .binary import *
    from .binary_ci import *
    from .blends import *
    from .blends_ci import *
    from .categorical import *
    from .categorical_ci import *
else:
    from .._lazy import loader as _loader

    def _home_of(name: str) -> object:
        """Return the module name of a metric; None if unknown. NAME_ci is in a module whose name ends in _ci."""
        metric = name[:-3] if name.endswith("_ci") else name
        home = "blends" if metric.startswith("geo") else "binary"
        home = "categorical" if metric in ("avg", "bayes", "max_at_k") else home
        return home + name[len(metric) :] if name in __all__ else None

    __getattr__ = _loader(globals(), _home_of)
    __dir__ = __all__.copy  # the metrics, without their modules
