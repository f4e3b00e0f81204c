"""Tickets of a help desk on Starlette, with faults that can be planted. Nothing here knows Snippet Store.

FAULT names one of FAULTS of faults.ts. Prints `listening on URL`.
"""

import datetime
import json
import os
import re
import socket

import uvicorn
from starlette.applications import Starlette
from starlette.endpoints import HTTPEndpoint
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

FAULT = os.environ.get("FAULT", "")
USERS = {"anns-token": "ann", "bens-token": "ben"}
tickets, comments, removed = {}, {}, {}
numbers = iter(range(1, 2**31))


def told(error, status, headers=None):
    if status == 404 and FAULT == "what is missing is told as text":
        return PlainTextResponse(error, status)
    return JSONResponse({"error": error}, status, headers)


async def refuse(_request, problem):
    return told(problem.detail, problem.status_code, problem.headers)


async def break_down(_request, problem):
    return told(repr(problem), 500)


def authenticate(request):
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() != "bearer" or token not in USERS:
        raise HTTPException(401, "Who are you?", {"WWW-Authenticate": "Bearer"})
    return USERS[token]


def is_text(value, least, most):
    if not isinstance(value, str) or not least <= len(value) <= most:
        return False
    return not any("\ud800" <= one <= "\udfff" for one in value)


def is_number(value, least, most):
    return isinstance(value, (int, float)) and not isinstance(value, bool) and least <= value <= most


def is_day(value):
    if not isinstance(value, str) or not re.fullmatch(r"\d{4}-\d\d-\d\d", value, re.ASCII):
        return False
    if FAULT == "a day that does not exist breaks the service":
        return bool(datetime.date.fromisoformat(value))
    try:
        return bool(datetime.date.fromisoformat(value))
    except ValueError:
        return False


def is_requester(value):
    if not isinstance(value, dict) or not is_text(value.get("name"), 1, 60):
        return False
    phone = value.get("phone", "+00000")
    return isinstance(phone, str) and re.fullmatch(r"\+[0-9]{5,15}", phone) is not None


TICKET = {
    "subject": lambda value: is_text(value, 1, 120),
    "requester": is_requester,
    "priority": lambda value: is_number(value, 0, 4) and value == int(value),
    "due": lambda value: value is None or is_day(value),
    "estimate": lambda value: is_number(value, 0, 1000),
    "watchers": lambda value: isinstance(value, list) and len(value) <= 5 and all(is_text(one, 1, 30) for one in value),
    "fields": lambda value: isinstance(value, dict)
    and len(value) <= 5
    and all(is_text(name, 0, 10**6) and is_text(one, 0, 80) for name, one in value.items()),
}
DEFAULTS = {"priority": 2, "due": None, "estimate": 0, "watchers": [], "fields": {}}
COMMENT = {"text": lambda value: is_text(value, 1, 500), "internal": lambda value: isinstance(value, bool)}


def no_constant(name):
    raise ValueError(name)


async def read(request, checks, required=()):
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        raise HTTPException(415, "Send application/json")
    try:
        body = json.loads((await request.body()).decode(), parse_constant=no_constant)
    except (ValueError, RecursionError):
        body = None
    if not isinstance(body, dict):
        raise HTTPException(400, "An object is expected")
    for name, holds in checks.items():
        if (name in required and name not in body) or (name in body and not holds(body[name])):
            raise HTTPException(400, f"{name} is wrong")
    return {name: body[name] for name in checks if name in body}


def tidy(ticket):
    ticket = {**ticket, "priority": int(ticket["priority"])}
    if FAULT == "priority 0 counts as missing":
        ticket["priority"] = ticket["priority"] or DEFAULTS["priority"]
    if FAULT == "fields lose what follows a dot in their name":
        ticket["fields"] = {name.split(".")[0]: value for name, value in ticket["fields"].items()}
    if FAULT == "watchers are sorted":
        ticket["watchers"] = sorted(ticket["watchers"])
    if FAULT == "estimates are whole hours":
        ticket["estimate"] = int(ticket["estimate"])
    return ticket


def shown(ticket):
    return {"id": ticket["id"], **ticket["data"], "openedAt": ticket["openedAt"]}


def number_of(request, name):
    text = request.path_params[name]
    if not re.fullmatch("[0-9]{1,20}", text, re.ASCII):
        raise HTTPException(404, "Not found")
    if int(text) >= 2**63 and FAULT == "numbers beyond 64 bits break the service":
        raise OverflowError(text)
    return int(text)


def find(request, among=tickets, for_all=False):
    user = authenticate(request)
    ticket = among.get(number_of(request, "ticket"))
    if ticket is None or (ticket["owner"] != user and not for_all):
        raise HTTPException(404, "Not found")
    return ticket


def find_comment(request):
    for_all = request.method in ("GET", "HEAD") and FAULT == "everybody may read a comment"
    ticket = find_discussed(request, for_all)
    comment = comments.get(number_of(request, "comment"))
    if comment is None or comment["ticket"] != ticket["id"]:
        raise HTTPException(404, "Not found")
    return comment["data"]


def find_discussed(request, for_all=False):
    among = {**removed, **tickets} if FAULT == "comments outlive their ticket" else tickets
    return find(request, among, for_all)


class Tickets(HTTPEndpoint):
    async def get(self, request):
        user, query = authenticate(request), request.query_params
        q, order, limit, cursor = (query.get(name) for name in ("q", "order", "limit", "cursor"))
        orders = ["oldest"] if FAULT == "the newest first is refused" else ["oldest", "newest"]
        is_right = (
            (q is None or 1 <= len(q) <= 40)
            and (order is None or order in orders)
            and (limit is None or re.fullmatch("0*([1-9]|[1-4][0-9]|50)", limit, re.ASCII))
            and (cursor is None or re.fullmatch("t[0-9]{1,18}", cursor, re.ASCII))
        )
        if not is_right:
            raise HTTPException(400, "The query is wrong")
        found = [one for one in tickets.values() if one["owner"] == user]
        if q is not None and FAULT == "search reads patterns":
            found = [one for one in found if re.search(q, one["data"]["subject"])]
        elif q is not None:
            found = [one for one in found if q.lower() in one["data"]["subject"].lower()]
        if order == "newest":
            found.reverse()
        if cursor is not None:
            sign = -1 if order == "newest" else 1
            start = sign * int(cursor[1:]) + (2 if FAULT == "the cursor skips a ticket" else 1)
            found = [one for one in found if sign * one["id"] >= start]
        page = found[: int(limit or 20)]
        cursor = f"t{page[-1]['id']}" if len(page) < len(found) else None
        rows = [shown(one) for one in page]
        if FAULT == "the list tells no priority":
            rows = [{name: value for name, value in row.items() if name != "priority"} for row in rows]
        return JSONResponse({"tickets": rows, "nextCursor": cursor})

    async def post(self, request):
        user = authenticate(request)
        data = tidy({**DEFAULTS, **await read(request, TICKET, ("subject", "requester"))})
        now = datetime.datetime.now(datetime.timezone.utc).isoformat()
        ticket = {"id": next(numbers), "owner": user, "data": data, "openedAt": now}
        tickets[ticket["id"]] = ticket
        return JSONResponse(shown(ticket), 201, {"Location": f"/tickets/{ticket['id']}"})


class Ticket(HTTPEndpoint):
    async def get(self, request):
        return JSONResponse(shown(find(request)))

    async def put(self, request):
        ticket = find(request)
        data = tidy({**DEFAULTS, **await read(request, TICKET, ("subject", "requester"))})
        if FAULT == "PUT drops the phone number":
            data["requester"] = {"name": data["requester"]["name"]}
        ticket["data"] = data
        return JSONResponse(shown(ticket))

    async def patch(self, request):
        ticket = find(request)
        changes = await read(request, TICKET)
        if FAULT == "PATCH cannot clear the due day":
            changes = {name: value for name, value in changes.items() if value is not None}
        ticket["data"] = tidy({**ticket["data"], **changes})
        return JSONResponse(shown(ticket))

    async def delete(self, request):
        ticket = find(request)
        removed[ticket["id"]] = tickets.pop(ticket["id"])
        return Response(status_code=204)


class Comments(HTTPEndpoint):
    async def get(self, request):
        ticket = find_discussed(request)
        return JSONResponse([one["data"] for one in comments.values() if one["ticket"] == ticket["id"]])

    async def post(self, request):
        ticket = find(request)
        data = {"id": next(numbers), "internal": False, **await read(request, COMMENT, ("text",))}
        comments[data["id"]] = {"ticket": ticket["id"], "data": data}
        return JSONResponse(data, 201)


class Comment(HTTPEndpoint):
    async def get(self, request):
        return JSONResponse(find_comment(request))

    async def delete(self, request):
        del comments[find_comment(request)["id"]]
        return Response(status_code=204)


app = Starlette(
    routes=[
        Route("/tickets", Tickets),
        Route("/tickets/{ticket}", Ticket),
        Route("/tickets/{ticket}/comments", Comments),
        Route("/tickets/{ticket}/comments/{comment}", Comment),
    ],
    exception_handlers={HTTPException: refuse, Exception: break_down},
)
app.router.redirect_slashes = False
# asyncio sends small answers at once only where the socket says that it is TCP's.
listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
listener.bind(("127.0.0.1", 0))
listener.listen()
print(f"listening on http://127.0.0.1:{listener.getsockname()[1]}", flush=True)
uvicorn.Server(uvicorn.Config(app, log_level="critical")).run(sockets=[listener])
