"""The only place that touches private parts of Streamlit."""
