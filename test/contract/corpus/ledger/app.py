"""A ledger on Python's standard library, with faults that can be planted. Nothing here knows Snippet Store.

FAULT names one of FAULTS of faults.ts. Prints `listening on URL`.
"""

import datetime
import hashlib
import http.server
import json
import os
import re
import urllib.parse

FAULT = os.environ.get("FAULT", "")
USERS = {"Bearer anns-token": "ann", "Bearer bens-token": "ben"}
CURRENCIES = ["EUR", "USD", "JPY"]
# Beyond what a double holds, as ids of many services are.
FIRST_ID = 2**53 + 1

accounts = {}
counter = iter(range(FIRST_ID, 2**63))


class Refusal(Exception):
    def __init__(self, status, message):
        super().__init__(message)
        self.status = status


def is_text(value, least, most):
    return isinstance(value, str) and least <= len(value) <= most


def is_whole(value):
    return isinstance(value, int) and not isinstance(value, bool)


def is_tag(value):
    return isinstance(value, str) and re.fullmatch("[a-z]{1,12}", value) is not None


def read_account(body):
    least = -(2**63) if FAULT == "balances below the smallest are taken" else -1000000
    if not isinstance(body, dict):
        raise Refusal(400, "An object is expected.")
    name, currency, balance = (body.get(key) for key in ("name", "currency", "balance"))
    closed, tags = body.get("closed", False), body.get("tags", [])
    may_be_null = FAULT == "null is taken for a name" and "name" in body and name is None
    if isinstance(balance, float) and balance.is_integer():
        balance = int(balance)
    holds = (
        (is_text(name, 1, 60) or may_be_null)
        and currency in CURRENCIES
        and is_whole(balance)
        and least <= balance <= 2**63 - 1
        and isinstance(closed, bool)
        and isinstance(tags, list)
        and len(tags) <= 5
        and all(map(is_tag, tags))
        and len(set(tags)) == len(tags)
    )
    if not holds:
        raise Refusal(400, "The account does not hold.")
    if FAULT == "the largest balance breaks the service" and balance == 2**63 - 1:
        raise OverflowError("balance")
    if FAULT == "balances above 2^53 are rounded":
        balance = int(float(balance)) if balance < 2**63 - 1024 else balance
    return {
        "name": name or "",
        "currency": currency,
        "balance": balance,
        "closed": closed,
        "tags": tags,
    }


def version_of(account):
    told = {"accountId": account["accountId"], **account["fields"]}
    if FAULT == "the ETag stays when an account changes":
        told = {"accountId": account["accountId"]}
    return '"' + hashlib.sha256(json.dumps(told).encode()).hexdigest()[:16] + '"'


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    # Headers and body leave in one packet: else the second waits 40 ms for the first.
    wbufsize = 65536

    def log_message(self, *_):
        pass

    def answer(self, status, body=None, headers=None, media_type="application/json"):
        data = b""
        if body is not None:
            data = body if isinstance(body, bytes) else json.dumps(body).encode()
        self.send_response(status)
        for name, value in (headers or {}).items():
            self.send_header(name, value)
        if body is not None:
            self.send_header("Content-Type", media_type)
        if status not in (204, 304):
            self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        if self.command != "HEAD" and status not in (204, 304):
            self.wfile.write(data)

    def handle_any(self):
        self.body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        try:
            self.route()
        except Refusal as refusal:
            headers = {"WWW-Authenticate": "Bearer"} if refusal.status == 401 else {}
            self.answer(refusal.status, {"message": str(refusal)}, headers)
        except Exception as error:
            self.answer(500, {"message": repr(error)})

    do_GET = do_HEAD = do_POST = do_PUT = do_PATCH = do_DELETE = do_OPTIONS = do_TRACE = handle_any
    do_QUERY = handle_any

    def route(self):
        target = urllib.parse.urlsplit(self.path)
        self.query = urllib.parse.parse_qsl(target.query, keep_blank_values=True)
        for pattern, methods in ROUTES:
            found = re.fullmatch(pattern, target.path)
            if not found:
                continue
            method = "GET" if self.command == "HEAD" else self.command
            allow = ", ".join([*methods, *(["HEAD"] if "GET" in methods else []), "OPTIONS"])
            if method == "OPTIONS":
                return self.answer(204, headers={"Allow": allow})
            if method not in methods:
                return self.answer(405, {"message": "Not here."}, {"Allow": allow})
            return methods[method](self, *found.groups())
        raise Refusal(404, "Nothing is here.")

    def user(self):
        user = USERS.get(self.headers.get("Authorization") or "")
        if user is None:
            raise Refusal(401, "Who are you?")
        return user

    def account(self, text):
        user = self.user()
        account = accounts.get(int(text)) if re.fullmatch("[0-9]{1,19}", text) else None
        if account is None or account["user"] != user:
            raise Refusal(404, "There is no such account.")
        return account

    def read_json(self):
        if (self.headers.get("Content-Type") or "").split(";")[0].strip().lower() != "application/json":
            raise Refusal(415, "Send JSON.")
        try:
            return json.loads(self.body.decode("utf-8"))
        except (ValueError, RecursionError) as error:
            raise Refusal(400, "That is no JSON.") from error

    def one(self, name):
        values = [value for key, value in self.query if key == name]
        return values[0] if values else None

    def rate(self):
        base, on = self.one("base"), self.one("on")
        if base not in CURRENCIES:
            raise Refusal(400, "base is wrong.")
        if on is not None:
            try:
                if not re.fullmatch(r"\d{4}-\d\d-\d\d", on, re.ASCII):
                    raise ValueError
                datetime.date.fromisoformat(on)
            except ValueError as error:
                if FAULT == "a wrong date breaks the service":
                    raise
                raise Refusal(400, "on is wrong.") from error
        cookies = dict(
            part.strip().partition("=")[::2] for part in (self.headers.get("Cookie") or "").split(";")
        )
        if cookies.get("locale", "en") not in ("de", "en") and FAULT != "any locale is taken":
            raise Refusal(400, "locale is wrong.")
        self.answer(200, {"base": base, "rate": {"EUR": 1, "USD": 0.9, "JPY": 0.006}[base]})

    def listed(self):
        user = self.user()
        members = {}
        for key, value in self.query:
            found = re.fullmatch(r"filter\[(.*)\]", key)
            if found:
                members[found[1]] = value
        if any(key not in ("currency", "closed") for key in members):
            raise Refusal(400, "filter has an unknown member.")
        currency, closed = members.get("currency"), members.get("closed")
        if currency is not None and currency not in CURRENCIES and FAULT != "any currency may be asked for":
            raise Refusal(400, "filter[currency] is wrong.")
        if closed not in (None, "true", "false"):
            raise Refusal(400, "filter[closed] is wrong.")
        given = self.one("tags")
        tags = [] if given is None else given.split(",")
        if given is not None and (len(tags) > 5 or not all(map(is_tag, tags))):
            raise Refusal(400, "tags are wrong.")
        if FAULT == "only the first of several tags counts":
            tags = tags[:1]
        if FAULT == "the filter by currency is ignored":
            currency = None
        shown = [
            account
            for account in accounts.values()
            if account["user"] == user
            and currency in (None, account["fields"]["currency"])
            and closed in (None, json.dumps(account["fields"]["closed"]))
            and all(tag in account["fields"]["tags"] for tag in tags)
        ]
        self.answer(200, [represent(account) for account in shown])

    def opened(self):
        user = self.user()
        fields = read_account(self.read_json())
        account = {"accountId": next(counter), "user": user, "fields": fields, "attachments": {}}
        accounts[account["accountId"]] = account
        self.answer(201, represent(account), {"Location": f"/accounts/{account['accountId']}"})

    def shown(self, text):
        account = self.account(text)
        tag = version_of(account)
        if self.headers.get("If-None-Match") == tag:
            return self.answer(304, headers={"ETag": tag})
        self.answer(200, represent(account), {"ETag": tag})

    def replaced(self, text):
        account = self.account(text)
        before = represent(account)
        account["fields"] = read_account(self.read_json())
        stale = FAULT == "PUT answers with the account as it was"
        self.answer(200, before if stale else represent(account))

    def removed(self, text):
        if FAULT == "removing twice breaks the service" and re.fullmatch("[0-9]{1,19}", text):
            if int(text) in gone:
                raise KeyError(text)
            gone.add(int(text))
        account = self.account(text)
        del accounts[account["accountId"]]
        self.answer(204)

    def attached(self, text):
        account = self.account(text)
        parts = self.read_form()
        content = parts.get("file")
        note = parts.get("note")
        if content is None or (note is not None and len(note.decode("utf-8", "replace")) > 100):
            raise Refusal(400, "The form does not hold.")
        if FAULT == "bytes of attachments are mangled":
            content = content.decode("utf-8", "replace").encode()
        attachment = {"attachmentId": next(counter), "size": len(content)}
        if note is not None and FAULT != "the note of an attachment is dropped":
            attachment["note"] = note.decode("utf-8", "replace")
        account["attachments"][attachment["attachmentId"]] = (attachment, content)
        self.answer(201, attachment)

    def read_form(self):
        given = self.headers.get("Content-Type") or ""
        if not given.lower().startswith("multipart/form-data"):
            raise Refusal(415, "Send multipart/form-data.")
        found = re.search('boundary="?([^";]+)"?', given, re.IGNORECASE)
        if found is None:
            raise Refusal(400, "That is no form.")
        parts = {}
        for chunk in self.body.split(b"--" + found[1].encode())[1:-1]:
            head, _, content = chunk.partition(b"\r\n\r\n")
            name = re.search(b'name="([^"]*)"', head)
            if name is None:
                raise Refusal(400, "That is no form.")
            parts[name[1].decode("utf-8", "replace")] = content.removesuffix(b"\r\n")
        return parts

    def attachment(self, text, attachment):
        found = self.account(text)["attachments"].get(
            int(attachment) if re.fullmatch("[0-9]{1,19}", attachment) else None
        )
        if found is None:
            raise Refusal(404, "There is no such attachment.")
        return found

    def shown_attachment(self, text, attachment):
        self.answer(200, self.attachment(text, attachment)[0])

    def downloaded(self, text, attachment):
        content = self.attachment(text, attachment)[1]
        self.answer(200, content, media_type="application/octet-stream")

    def detached(self, text, attachment):
        found = self.attachment(text, attachment)[0]["attachmentId"]
        if FAULT != "a detached file can still be read":
            del self.account(text)["attachments"][found]
        self.answer(204)

    def document(self):
        with open(os.path.join(os.path.dirname(__file__), "openapi.yaml"), "rb") as file:
            self.answer(200, file.read(), media_type="application/yaml")


def represent(account):
    return {"accountId": account["accountId"], **account["fields"]}


gone = set()
ACCOUNT = "/accounts/([^/]+)"
ROUTES = [
    ("/openapi.yaml", {"GET": Handler.document}),
    ("/rates", {"GET": Handler.rate}),
    ("/accounts", {"GET": Handler.listed, "POST": Handler.opened}),
    (ACCOUNT, {"GET": Handler.shown, "PUT": Handler.replaced, "DELETE": Handler.removed}),
    (f"{ACCOUNT}/attachments", {"POST": Handler.attached}),
    (f"{ACCOUNT}/attachments/([^/]+)", {"GET": Handler.shown_attachment, "DELETE": Handler.detached}),
    (f"{ACCOUNT}/attachments/([^/]+)/file", {"GET": Handler.downloaded}),
]

server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
print(f"listening on http://127.0.0.1:{server.server_address[1]}", flush=True)
server.serve_forever()
