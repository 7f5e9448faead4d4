"""scoring/kernels.py and scoring/compiling.py: what they take of Numba's insides is what they think."""

from numba.core.caching import CompileResultCacheImpl, UserProvidedCacheLocator

from scoring import compiling
from scoring.compiling import GivenFolder, Places, compiled
from scoring.ngrams import _n_bits


def test_our_way_to_the_given_folder_stands_in_the_place_of_numbas():
    usual = CompileResultCacheImpl._locator_classes
    assert usual[0] is UserProvidedCacheLocator
    assert Places._locator_classes == [GivenFolder, *usual[1:]]


def test_code_is_loaded_where_numba_is_another_one_inside(monkeypatch):
    assert compiled(_n_bits.py_func)(5) == 3  # compiles what is not kept yet
    monkeypatch.setattr(compiling, "runtime", None)
    dispatcher = compiled(_n_bits.py_func)
    assert dispatcher(5) == 3
    assert sum(dispatcher.stats.cache_hits.values()) == 1
