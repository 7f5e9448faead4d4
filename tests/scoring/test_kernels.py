"""scoring/kernels.py and scoring/compiling.py: what they take of Numba's insides is what they think."""

from numba.core.caching import CompileResultCacheImpl, UserProvidedCacheLocator

from scoring.compiling import GivenFolder, Places


def test_our_way_to_the_given_folder_stands_in_the_place_of_numbas():
    usual = CompileResultCacheImpl._locator_classes
    assert usual[0] is UserProvidedCacheLocator
    assert Places._locator_classes == [GivenFolder, *usual[1:]]
