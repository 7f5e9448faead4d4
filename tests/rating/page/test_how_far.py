"""How far a campaign is, in words."""

from types import SimpleNamespace

from rating.page import campaigns


def campaign(n_done, *finished):
    """Of three places and 30 items; the places of those who finished, and of those who did not."""
    raters = [SimpleNamespace(finished=at, released=None) for at in finished]
    plan = SimpleNamespace(n_places=3)
    return SimpleNamespace(plan=plan, raters=raters, n_done=n_done, n_items=30, closed=None)


def test_who_answered_all_but_did_not_finish_is_told_as_that():
    assert (
        campaigns.progress_sentence(campaign(30, None, None, None))
        == "All 30 answers are there, but nobody has pressed Finish."
    )
    assert (
        campaigns.progress_sentence(campaign(30, 1, None, None))
        == "All 30 answers are there, but 1 of 3 raters pressed Finish."
    )
    assert campaigns.progress_sentence(campaign(30, 1, 1, 1)) == "30 of 30 answers are there, 3 of 3 raters are done."
    assert (
        campaigns.progress_sentence(campaign(9, None, None))
        == "9 of 30 answers are there, 0 of 3 raters are done, 1 place is free."
    )
