"""An OpenID Connect provider in a process of its own: another project's, which can be told to give bad tokens.

Who signs in there types who they are, and is believed. ``python -m tests.browser.provider PORT`` starts one.
"""

import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.request import urlopen

from tests.browser.server import ROOT, free_port, wait_until

ANNA, BEN = "anna", "ben"
CLAIMS = {
    ANNA: {"name": "Anna Adams", "email": "anna@example.org", "email_verified": True},
    BEN: {"name": "Ben <b>Bold</b> *B*", "email": "ben@example.org", "email_verified": True},
}
FAULTS = ("signature", "audience", "nonce", "expired", "issuer", "unsigned")
"""Whoever signs in as one of these gets a token with that fault, and so it says who they are: Anna."""
OLD = "old"
"""Who gets a token that says that it was given ten days ago, and is as it should be otherwise."""
DAY = 24 * 3600


@contextmanager
def provide(folder: Path) -> Iterator[str]:
    """The provider's address."""
    port, log_path = free_port(), folder / "provider.log"
    address = f"http://127.0.0.1:{port}"
    with log_path.open("wb") as log:
        process = subprocess.Popen(
            [sys.executable, "-W", "ignore", "-m", "tests.browser.provider", str(port)],
            cwd=ROOT,
            env={**os.environ, "AUTHLIB_INSECURE_TRANSPORT": "1"},
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=subprocess.STDOUT,
        )
    try:
        wait_until(lambda: _answers(f"{address}/.well-known/openid-configuration"), process, log_path)
        yield address
    finally:
        process.terminate()
        process.wait(10)


def _answers(url: str) -> bool:
    try:
        with urlopen(url, timeout=10) as response:
            return response.status == 200
    except OSError:
        return False


def main(port: int) -> None:
    import flask
    from joserfc import jwt
    from joserfc.jwk import RSAKey
    from oidc_provider_mock import User, app

    users = [User(sub=sub, claims=claims) for sub, claims in CLAIMS.items()]
    users += [User(sub=fault, claims=CLAIMS[ANNA]) for fault in (*FAULTS, OLD)]
    provider = app(user_claims=users, require_nonce=True)
    foreign = RSAKey.generate_key()

    def spoilt(token: str) -> str:
        key = RSAKey.import_key(flask.g.oidc_provider_mock_storage.jwk.as_dict(is_private=True))
        found = jwt.decode(token, key)
        header, claims = dict(found.header), dict(found.claims)
        fault, now = claims["sub"], int(time.time())
        if fault not in (*FAULTS, OLD):
            return token
        claims["sub"] = ANNA
        changes: dict[str, dict[str, Any]] = {
            "audience": {"aud": "another-client", "azp": "another-client"},
            "nonce": {"nonce": "of-another-visit"},
            "expired": {"iat": now - 2 * DAY, "exp": now - DAY},
            "issuer": {"iss": "http://127.0.0.1:1"},
            OLD: {"iat": now - 10 * DAY, "exp": now + DAY},
        }
        claims |= changes.get(fault, {})
        if fault == "unsigned":
            return jwt.encode({**header, "alg": "none"}, claims, key, algorithms=["none"])
        return jwt.encode(header, claims, foreign if fault == "signature" else key)

    @provider.after_request
    def change(response: Any) -> Any:
        if flask.request.path == "/oauth2/token" and response.status_code == 200:
            given = response.get_json()
            response.set_data(flask.json.dumps({**given, "id_token": spoilt(given["id_token"])}))
        elif response.mimetype == "text/html":
            response.set_data(re.sub(r"<link[^>]*>", "", response.get_data(as_text=True)))  # it is from another host
        return response

    provider.run("127.0.0.1", port, debug=False)


if __name__ == "__main__":
    main(int(sys.argv[1]))
