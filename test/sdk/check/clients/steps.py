"""What each program in Python does with its client; anything unexpected ends it."""

import os

BASE_URL, USER_NAME, PASSWORD = (os.environ[name] for name in ("BASE_URL", "USER_NAME", "PASSWORD"))


def use(create, list_ids, raw, remove):
    code = 'print("grüße 🐢")\n'
    snippet_id = create(code)
    assert snippet_id in list_ids()
    assert raw(snippet_id) == code
    remove(snippet_id)
    assert snippet_id not in list_ids()
