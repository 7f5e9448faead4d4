"""Asks the server on this machine for its health: python -m bleuscope.server.http.ask, a container's health check.

STREAMLIT_SERVER_PORT and STREAMLIT_SERVER_BASE_URL_PATH in the environment are the server's port and folder.
"""

import os
import sys
from urllib.error import HTTPError, URLError
from urllib.request import urlopen

PATIENCE_SECONDS = 4


def health_url() -> str:
    folder = os.environ.get("STREAMLIT_SERVER_BASE_URL_PATH", "").strip("/")
    port = os.environ.get("STREAMLIT_SERVER_PORT", "8501")
    return f"http://127.0.0.1:{port}/{f'{folder}/' if folder else ''}health"


def main() -> int:
    """Print the server's health answer; return 0 if the server is healthy, else 1."""
    try:
        with urlopen(health_url(), timeout=PATIENCE_SECONDS) as answer:
            sys.stdout.write(answer.read().decode())
    except HTTPError as error:
        sys.stdout.write(error.read().decode())
        return 1
    except (URLError, OSError) as error:
        sys.stdout.write(f"No answer: {type(error).__name__}\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
