"""Reads exchanges from standard input, one JSON object a line, and writes what httplint has to say of each."""

import base64
import json
import sys

from httplint import HttpRequestLinter, HttpResponseLinter

for line in sys.stdin:
    exchange = json.loads(line)
    request = HttpRequestLinter()
    request.process_request_topline(exchange["method"].encode(), exchange["url"].encode(), b"HTTP/1.1")
    request.process_headers([(name.encode(), value.encode()) for name, value in exchange["sent"]])
    request.finish_content(True)
    response = HttpResponseLinter()
    response.request = request
    response.is_head_response = exchange["method"] == "HEAD"
    response.process_response_topline(b"HTTP/1.1", str(exchange["status"]).encode(), exchange["phrase"].encode())
    response.process_headers([(name.encode(), value.encode("latin-1")) for name, value in exchange["headers"]])
    response.feed_content(base64.b64decode(exchange["content"]))
    response.finish_content(True)
    notes = [
        {"name": type(note).__name__, "level": note.level.value, "subject": note.subject, "text": str(note.summary)}
        for note in response.notes
        if note.level.value in ("warning", "bad")
    ]
    print(json.dumps(notes), flush=True)
