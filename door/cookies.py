"""Cookies of a server behind a proxy: sent over https alone where it is asked over https, and to its own folder."""

import re

from starlette.types import ASGIApp, Message, Receive, Scope, Send

SECURE = re.compile(rb";\s*secure\b", re.IGNORECASE)
EVERYWHERE = re.compile(rb";\s*path=/(?=;|$)", re.IGNORECASE)


class OwnCookies:
    """Adds to the cookies of every response what Streamlit, which knows of no proxy, leaves out.

    That somebody encrypts for the server the ``X-Forwarded-Proto`` of proxies that it trusts has said in the scope
    already. ``path`` is the server's folder, / where it has the whole host.
    """

    def __init__(self, app: ASGIApp, path: str) -> None:
        self.app = app
        self.path = path.encode()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_with_cookies(message: Message) -> None:
            if message["type"] == "http.response.start":
                is_encrypted = scope["scheme"] == "https"
                message["headers"] = [
                    (name, self.own(value, is_encrypted) if name.lower() == b"set-cookie" else value)
                    for name, value in message["headers"]
                ]
            await send(message)

        await self.app(scope, receive, send_with_cookies if scope["type"] == "http" else send)

    def own(self, cookie: bytes, is_encrypted: bool) -> bytes:
        """With the path, and secure where the connection is."""
        cookie = EVERYWHERE.sub(b"; Path=" + self.path, cookie)
        return cookie if not is_encrypted or SECURE.search(cookie) else cookie + b"; Secure"
