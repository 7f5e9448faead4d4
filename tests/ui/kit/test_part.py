"""Parts of a page that are drawn alone, as Streamlit runs them."""

from streamlit.testing.v1 import AppTest


def page():
    import streamlit as st

    from ui.kit import part

    st.button("Next", key="next", on_click=part.read_on)
    st.text("The whole page.")


def test_who_presses_before_the_part_is_drawn_gets_the_whole_page():
    at = AppTest.from_function(page).run()
    at.button("next").click().run()
    assert not at.exception
    assert [text.value for text in at.text] == ["The whole page."]
