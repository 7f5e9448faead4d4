"""What does each term mean?"""

import streamlit as st

st.write("…")
