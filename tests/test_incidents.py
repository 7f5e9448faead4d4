"""Incidents of other programs, each with the tests that would fail if it happened here."""

import ast
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
INCIDENTS = {
    "annotations are gone after minutes without a network": {
        "browser/test_campaign.py": ["test_nothing_is_lost_and_nothing_twice_and_all_is_blind"],
        "pages/test_desk.py": [
            "test_a_page_that_was_left_open_for_days_takes_an_answer",
            "test_a_database_that_does_not_answer_is_said",
        ],
    },
    "an answer is kept, its reply is lost, and it is sent again": {
        "workspace/test_seats.py": ["test_one_answer_that_is_sent_again_and_again_is_one_and_none_of_others_is_lost"],
        "pages/test_desk.py": ["test_the_same_message_twice_is_one"],
    },
    "ids of another project in every method": {
        "workspace/test_rights.py": ["test_only_who_has_the_right_can"],
        "workspace/test_incidents.py": ["test_ids_of_two_projects_do_not_mix"],
    },
    "parameters of an address that are paths of attributes": {
        "pages/test_address.py": [
            "test_wild_values_of_all_parameters_at_once",
            "test_wild_values_on_every_page",
        ],
    },
    "the lock for writing is held for 31 seconds while raters send": {
        "workspace/test_incidents.py": ["test_raters_who_send_while_somebody_writes_for_long_lose_nothing"],
        "workspace/test_waiting.py": ["test_who_waits_to_write_is_told_after_a_time"],
    },
    "all is deleted, then undone": {
        "workspace/test_incidents.py": ["test_all_that_is_deleted_comes_back_as_it_was"],
        "workspace/test_state_machine.py": ["test_all_that_is_kept_is_that_of_a_plain_model"],
    },
    "a replica that cannot be restored": {
        "workspace/test_backup.py": ["test_a_backup_while_another_process_writes_is_whole"],
        "workspace/test_damage.py": [
            "test_a_damaged_workspace_is_no_backup_and_the_good_one_stays",
            "test_a_backup_with_any_changed_bit_is_refused_and_changes_nothing",
        ],
    },
    ":key, *, %, nothing and null as a secret": {
        "workspace/test_incidents.py": ["test_a_wildcard_or_nothing_is_nobody_s_secret"],
        "server/http/test_visitors.py": ["test_what_can_be_no_secret_is_replaced"],
    },
    "one e-mail address by two providers": {
        "workspace/test_incidents.py": ["test_one_address_of_two_providers_is_two_accounts"],
        "workspace/test_sharing.py": ["test_a_right_stays_with_the_person_when_the_address_goes_to_another_one"],
    },
    "who has a link varies every parameter": {
        "pages/test_opened_links.py": [
            "test_who_has_a_link_finds_nothing_else_by_any_id_in_any_parameter",
            "test_a_link_gives_nobody_the_rights_of_another_project",
        ],
    },
    "a file without a cookie, after a right is taken back, after signing out": {
        "server/http/test_same_browser.py": ["test_a_file_is_given_to_the_browser_whose_page_offers_it"],
        "server/streamlit_patches/test_download_addresses.py": [
            "test_files_that_were_made_are_dropped_with_what_makes_them"
        ],
        "pages/test_revoked.py": ["test_a_page_that_is_open_shows_nothing_more"],
        "browser/test_sign_in.py": ["test_a_download_is_for_the_browser_that_made_it_and_ends_with_signing_out"],
    },
    "secrets in the log where something fails": {
        "workspace/test_incidents.py": ["test_an_error_of_the_database_tells_the_log_no_secret"],
        "server/http/test_logs.py": [
            "test_errors_say_where_and_of_what_type_and_not_what",
            "test_what_others_put_into_their_messages_is_left_out",
        ],
    },
    "a download is opened as a page of HTML or SVG": {
        "server/streamlit_patches/test_download_addresses.py": [
            "test_a_file_is_saved_and_never_opened_as_a_page",
            "test_pages_give_an_address_to_no_other_file",
        ],
    },
    "names leak by lists of what was used, views and the trail after a right is taken back": {
        "workspace/test_incidents.py": ["test_nothing_is_left_of_a_project_in_lists_of_who_has_lost_it"],
        "workspace/test_state_machine.py": ["test_all_that_is_kept_is_that_of_a_plain_model"],
    },
    "a server starts with a mistyped address of its database": {
        "workspace/test_incidents.py": [
            "test_a_wrong_address_is_noticed_by_the_new_workspace_there",
            "test_commands_and_servers_say_where_a_new_workspace_is",
        ],
    },
    "the file of the database is removed or replaced under a server that runs": {
        "workspace/test_incidents.py": ["test_nothing_is_written_where_the_file_is_gone_or_another_one"],
    },
    "a cookie that somebody planted before signing in": {
        "pages/test_revoked.py": [
            "test_a_cookie_that_was_planted_before_signing_in_shows_the_planter_nothing_afterwards"
        ],
        "server/http/test_cookies.py": ["test_only_ours_come_in"],
    },
}
"""What happened -> file -> names of its tests."""


@cache
def functions_in(file: str) -> frozenset[str]:
    tree = ast.parse((ROOT / "tests" / file).read_text("utf-8"))
    return frozenset(node.name for node in tree.body if isinstance(node, ast.FunctionDef))


@pytest.mark.parametrize("incident", INCIDENTS)
def test_an_incident_has_its_tests(incident):
    assert INCIDENTS[incident]
    for file, names in INCIDENTS[incident].items():
        assert {*names} <= functions_in(file)
