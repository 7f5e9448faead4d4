"""Prepares peers for fair measurements."""

import importlib
import pkgutil

import sacrebleu.tokenizers


def clear_caches() -> None:
    """Empty sacreBLEU's tokenizer caches.

    Each of its tokenizers keeps the last 65,536 texts in an lru_cache: without this, every run but the first would
    measure a look-up instead of tokenizing.
    """
    for module in pkgutil.iter_modules(sacrebleu.tokenizers.__path__):
        try:
            content = vars(importlib.import_module(f"sacrebleu.tokenizers.{module.name}"))
        except (ImportError, RuntimeError):  # a tokenizer whose optional package is not there
            continue
        for kind in content.values():
            clear = getattr(vars(kind).get("__call__"), "cache_clear", None) if isinstance(kind, type) else None
            if clear is not None:
                clear()
