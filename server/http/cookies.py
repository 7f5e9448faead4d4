"""Cookies between the application, which knows its own names of them, and browsers, which know them by others.

Over https a browser gets them under names that begin with ``__Host-``: it takes such a cookie from this very host only,
so nobody who has another name of the same domain can give it one of theirs, be it a secret or somebody's signing in.
They have to be sent to the whole host then; so two servers in folders of one host have names of their own.
"""

import re

from starlette.types import ASGIApp, Message, Receive, Scope, Send

ONLY_FROM_HERE = b"__Host-"
READ_BY_PAGES = b"_streamlit_xsrf"
"""Streamlit's client looks for this one by its name."""
SECURE = re.compile(rb";\s*secure\b", re.IGNORECASE)
PATH = re.compile(rb";\s*path=[^;]*", re.IGNORECASE)


class OwnCookies:
    """Renames all cookies on their way, and adds what Streamlit, which knows of no proxy, leaves out.

    That somebody encrypts for the server the ``X-Forwarded-Proto`` of proxies that it trusts has said in the scope
    already. ``path`` is the server's folder, / where it has the whole host.
    """

    def __init__(self, app: ASGIApp, path: str) -> None:
        self.app = app
        self.path = path.encode()
        self.end = b"".join(b"-" + part for part in self.path.split(b"/") if part)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        is_encrypted = scope["scheme"] in ("https", "wss")

        async def send_with_cookies(message: Message) -> None:
            if message["type"] in ("http.response.start", "websocket.accept"):
                message["headers"] = [
                    (name, self.given(value, is_encrypted) if name.lower() == b"set-cookie" else value)
                    for name, value in message.get("headers", ())
                ]
            await send(message)

        await self.app({**scope, "headers": self.headers(scope, is_encrypted)}, receive, send_with_cookies)

    def given(self, cookie: bytes, is_encrypted: bool) -> bytes:
        """One that the application sets, as the browser gets it."""
        name, _, rest = cookie.partition(b"=")
        outside = self.outside(name, is_encrypted)
        path = b"/" if outside.startswith(ONLY_FROM_HERE) else self.path
        cookie = outside + b"=" + PATH.sub(b"", rest) + b"; Path=" + path
        return cookie if not is_encrypted or SECURE.search(cookie) else cookie + b"; Secure"

    def outside(self, name: bytes, is_encrypted: bool) -> bytes:
        """What browsers call the application's cookie of this name."""
        return name if name == READ_BY_PAGES else self.begin(is_encrypted) + name + self.end

    def begin(self, is_encrypted: bool) -> bytes:
        return ONLY_FROM_HERE if is_encrypted else b""

    def headers(self, scope: Scope, is_encrypted: bool) -> list[tuple[bytes, bytes]]:
        """With those cookies alone that the application has set, under its names.

        Of a name with different values none counts: no browser has two, unless somebody else has given it one.
        """
        others = [header for header in scope["headers"] if header[0].lower() != b"cookie"]
        found: dict[bytes, set[bytes]] = {}
        for _, sent in (header for header in scope["headers"] if header[0].lower() == b"cookie"):
            for part in sent.split(b";"):
                outside, is_named, value = part.strip().partition(b"=")
                name = self.inside(outside, is_encrypted)
                if is_named and name:
                    found.setdefault(name, set()).add(value)
        ours = b"; ".join(name + b"=" + value for name, values in found.items() if len(values) == 1 for value in values)
        return [*others, (b"cookie", ours)] if ours else others

    def inside(self, outside: bytes, is_encrypted: bool) -> bytes:
        """What the application calls what browsers call so; empty where it is none of its own."""
        begin = self.begin(is_encrypted)
        if outside == READ_BY_PAGES:
            return outside
        if not (outside.startswith(begin) and outside.endswith(self.end)):
            return b""
        return outside[len(begin) : len(outside) - len(self.end)]
