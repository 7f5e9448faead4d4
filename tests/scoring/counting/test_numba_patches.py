"""Patches of Numba: each is still needed, each private name of Numba is there, and kernels compile."""

import sys
from pkgutil import resolve_name
from threading import Thread
from unittest.mock import MagicMock

import numba
import numpy as np
import pytest
from numba import config
from numba.core import caching, types
from numba.core.caching import CompileResultCacheImpl, FunctionCache, IndexDataCacheFile, UserProvidedCacheLocator

from scoring.counting import numba_patches
from scoring.counting.ngrams import _n_bits
from scoring.counting.numba_patches import (
    PRIVATE_NAMES,
    CacheFolders,
    KernelCache,
    KernelIndex,
    ReadableCacheFolder,
    compile_kernel,
)
from scoring.ter.wer import _count
from scoring.text.tokenizers import SegmentSpans


def test_our_way_to_the_given_folder_stands_in_the_place_of_numbas():
    usual = CompileResultCacheImpl._locator_classes
    assert usual[0] is UserProvidedCacheLocator
    assert CacheFolders._locator_classes == [ReadableCacheFolder, *usual[1:]]


@pytest.mark.parametrize("name", PRIVATE_NAMES)
def test_numba_has_the_private_names(name):
    resolve_name(f"numba.{name}")


# --- what Numba does without a patch: where one of these fails, it may be deleted ---


def function():
    """One that can be cached."""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder for code that is there and cannot be written to."""

    def refuse(**given):
        raise PermissionError

    monkeypatch.setattr(config, "CACHE_DIR", str(tmp_path))
    UserProvidedCacheLocator.from_function(function, __file__)
    monkeypatch.setattr(caching.tempfile, "TemporaryFile", refuse)


@pytest.mark.usefixtures("folder")
def test_numba_takes_no_folder_that_can_only_be_read_and_the_patch_does():
    assert UserProvidedCacheLocator.from_function(function, __file__) is None
    assert ReadableCacheFolder.from_function(function, __file__) is not None


@pytest.mark.parametrize(("kind", "refreshes"), [(FunctionCache, True), (KernelCache, False)])
def test_numba_prepares_to_compile_before_it_looks_for_code_and_the_patch_does_not(monkeypatch, kind, refreshes):
    target = MagicMock()
    monkeypatch.setattr(kind, "_impl_class", CacheFolders)
    monkeypatch.setattr(FunctionCache, "_load_overload", lambda *given: "code")
    monkeypatch.setattr(numba_patches.runtime.rtsys, "initialize", lambda target: None)
    assert kind(function).load_overload("signature", target) == "code"
    assert target.refresh.called == refreshes


def test_numba_ends_where_code_cannot_be_read_or_written_and_the_patch_does_not(monkeypatch):
    def refuse(*given):
        raise PermissionError

    for name in ("_load_overload", "_save_overload"):
        monkeypatch.setattr(FunctionCache, name, refuse)
    monkeypatch.setattr(FunctionCache, "_impl_class", CacheFolders)
    monkeypatch.setattr(numba_patches.runtime.rtsys, "initialize", lambda target: None)
    for act in ("load_overload", "save_overload"):
        with pytest.raises(PermissionError):
            getattr(FunctionCache(function), act)("signature", MagicMock())
        assert getattr(KernelCache(function), act)("signature", MagicMock()) is None


class Renamed:
    """A class of an earlier version."""


def test_numba_ends_where_a_list_names_a_class_that_is_gone_and_the_patch_does_not(monkeypatch, tmp_path):
    path = str(tmp_path)
    IndexDataCacheFile(path, "kernel", "stamp").save(Renamed, b"code")
    monkeypatch.delattr(sys.modules[__name__], "Renamed")
    with pytest.raises(AttributeError):
        IndexDataCacheFile(path, "kernel", "newer").load("key")
    index = KernelIndex(path, "kernel", "newer")
    assert index.load("key") is None
    index.save("key", b"code")
    assert index.load("key") == b"code"


def test_kernels_keep_their_list_so():
    assert isinstance(compile_kernel(_n_bits.py_func)._cache._cache_file, KernelIndex)


def test_numba_knows_no_object_without_the_attribute_that_kernels_have():
    with pytest.raises(ValueError, match="Cannot determine Numba type"):
        numba.typeof(object())
    assert isinstance(numba.typeof(_n_bits), types.Dispatcher)


# --- what the patches do ---


def test_code_is_loaded_where_numba_is_another_one_inside(monkeypatch):
    assert compile_kernel(_n_bits.py_func)(5) == 3  # compiles what is not kept yet
    monkeypatch.setattr(numba_patches, "runtime", None)
    dispatcher = compile_kernel(_n_bits.py_func)
    assert dispatcher(5) == 3
    assert sum(dispatcher.stats.cache_hits.values()) == 1


@pytest.fixture
def nothing_kept(tmp_path, monkeypatch):
    """A cache of this test's own, in a process that has compiled nothing."""
    monkeypatch.setattr(config, "CACHE_DIR", str(tmp_path))
    numba_patches.first_compiled_at.cache_clear()
    numba_patches.say_compiling.cache_clear()
    yield
    numba_patches.first_compiled_at.cache_clear()
    numba_patches.say_compiling.cache_clear()


def test_that_code_is_compiled_is_said_once_and_only_where_it_takes_long(nothing_kept, monkeypatch, caplog):
    clock = iter([0.0, 0.0, 0.9, 1.1, 5.0])
    monkeypatch.setattr(numba_patches, "monotonic", lambda: next(clock))
    dispatcher = compile_kernel(_n_bits.py_func)
    assert (dispatcher(5), dispatcher(True)) == (3, 1)
    assert caplog.messages == []
    assert (dispatcher(np.uint8(5)), dispatcher(np.int16(5))) == (3, 3)
    (said,) = caplog.messages
    assert said.startswith("Code is being compiled that is used for the first time on this machine")
    assert "bleuscope warm-up compiles all of it" in said
    monkeypatch.setattr(numba_patches, "LONG", -1.0)
    numba_patches.say_compiling.cache_clear()
    assert compile_kernel(_n_bits.py_func)(5) == 3
    assert len(caplog.messages) == 1


@pytest.mark.exhaustive
def test_python_runs_while_wer_counts():
    """Seen from here its first row is there before its last one: if it held Python's lock, we would see all or none."""
    n_segments, length = 3_000, 200
    ids = np.arange(2 * length, dtype=np.int32) // 2
    starts, ends = np.zeros(n_segments, np.int64), np.full(n_segments, length)
    texts = SegmentSpans(ids, starts, ends, starts[None] + length, ends[None] + length)

    def is_seen_at_work():
        rows = np.full((n_segments, 3), np.nan)
        work = Thread(target=_count, args=(texts, rows))
        work.start()
        seen = False
        while work.is_alive() and not seen:
            begun = not np.isnan(rows[0, 0])
            seen = begun and np.isnan(rows[-1, 0])
        work.join()
        assert not np.isnan(rows).any()
        return seen

    assert any(is_seen_at_work() for _ in range(20))  # the machine may have something else to do than this thread
