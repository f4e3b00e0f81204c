"""Signs requests with oauthlib as if they went to one address, and sends them to another, as through a proxy.

Standard input: {"signed": "https://...", "address": "http://...", "credentials": [4 texts], "requests": [...]};
standard output: one {"status", "body"} a request.
"""

import json
import sys
import urllib.error
import urllib.request

from oauthlib.oauth1 import Client

job = json.load(sys.stdin)
for wanted in job["requests"]:
    client = Client(*job["credentials"], signature_method=wanted["signatureMethod"], realm=wanted.get("realm"))
    uri, headers, body = client.sign(
        job["signed"] + wanted["path"],
        http_method=wanted["method"],
        body=wanted.get("body"),
        headers=wanted.get("headers", {}),
    )
    request = urllib.request.Request(
        uri.replace(job["signed"], job["address"], 1),
        method=wanted["method"],
        headers=headers,
        data=None if body is None else body.encode(),
    )
    try:
        with urllib.request.urlopen(request) as answer:
            status, text = answer.status, answer.read()
    except urllib.error.HTTPError as error:
        status, text = error.code, error.read()
    print(json.dumps({"status": status, "body": json.loads(text) if text else None}))
