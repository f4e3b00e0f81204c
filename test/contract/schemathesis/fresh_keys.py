"""Gives each request that has a good Idempotency-Key one of its own.

schemathesis sends the example of the document with every request of a phase. The second one is refused with 422, and
nothing else about it is judged.
"""

import re
import uuid

import schemathesis

KEY = "Idempotency-Key"


@schemathesis.hook
def before_call(context, case, kwargs):
    key = (case.headers or {}).get(KEY)
    if isinstance(key, str) and re.fullmatch(r"[!-~]{1,255}", key):
        case.headers[KEY] = str(uuid.uuid4())
