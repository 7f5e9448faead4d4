"""A server where one can sign in, with its provider, and what people do there."""

import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import MappingProxyType

from joserfc import jwt
from joserfc.jwk import OctKey
from playwright.sync_api import APIResponse, Browser, BrowserContext, Page, expect

from tests.browser.provider import provide
from tests.browser.server import Server, serve
from tests.browser.steps import KEEP_STILL, WAIT_SECONDS, come_to_rest

COOKIE_SECRET = "a secret of the tests, with more than 32 characters"
CLIENT = "bleuscope"
USER = "_streamlit_user"
"""The cookie of who has signed in, as Streamlit calls it; in a folder its name goes on."""


def secrets(provider: str, path: str = "") -> str:
    """Streamlit's secrets.toml for a server in this folder of 127.0.0.1; Streamlit puts the port in."""
    return f"""
        [auth]
        redirect_uri = "http://127.0.0.1:{{port}}{path}/oauth2callback"
        cookie_secret = "{COOKIE_SECRET}"
        client_id = "{CLIENT}"
        client_secret = "of the client"
        server_metadata_url = "{provider}/.well-known/openid-configuration"
    """


@contextmanager
def serve_accounts(
    folder: Path, *options: str, variables: Mapping[str, str] = MappingProxyType({}), path: str = ""
) -> Iterator[Server]:
    """The application and a provider, with a database of its own."""
    with provide(folder) as provider:
        (folder / "secrets.toml").write_text(secrets(provider, path), encoding="utf-8")
        own = {"BLEUSCOPE_DATABASE_URL": f"sqlite:///{folder / 'workspace.sqlite'}", **variables}
        if path:
            options = (*options, f"--server.baseUrlPath={path}")
        with serve(folder, f"--secrets.files={folder / 'secrets.toml'}", *options, variables=own) as server:
            yield server


@contextmanager
def in_a_browser(browser: Browser) -> Iterator[Page]:
    """A page in a browser that has never been anywhere, and shares no cookies with others."""
    with browser.new_context(viewport={"width": 1280, "height": 800}) as context:
        context.set_default_timeout(WAIT_SECONDS * 1000)
        context.add_init_script(KEEP_STILL)
        yield context.new_page()


def sign_in(page: Page, url: str, who: str) -> None:
    """From this address, as one of the provider's people; the page is back there and at rest."""
    page.goto(url)
    page.get_by_role("button", name="Sign in", exact=True).click()
    say_who(page, who)
    expect(page.get_by_role("button", name="Sign out")).to_be_visible()
    come_to_rest(page)


def say_who(page: Page, who: str) -> None:
    """To the provider, which believes it."""
    page.get_by_placeholder("sub").fill(who)
    page.get_by_role("button", name="Authorize").click()


def sign_out(page: Page) -> None:
    """The provider asks, too."""
    page.get_by_role("button", name="Sign out").click()
    page.get_by_role("button", name="End session").click()


def signs_in(context: BrowserContext, url: str, who: str) -> bool:
    """Whether this browser is signed in as one of the provider's people; without a page, so in no time."""
    claims = {"provider": "default", "exp": int(time.time()) + 100}
    token = jwt.encode({"alg": "HS256"}, claims, OctKey.import_key(COOKIE_SECRET))
    there = location(context.request.get(f"{url}/auth/login?provider={token}", max_redirects=0))
    back = location(context.request.post(there, form={"sub": who}, max_redirects=0))
    location(context.request.get(back, max_redirects=0))
    return any(cookie["name"].startswith(USER) and cookie["value"] for cookie in context.cookies())


def location(response: APIResponse) -> str:
    """To where a response leads."""
    assert response.status == 302, response.text()
    return response.headers["location"]
