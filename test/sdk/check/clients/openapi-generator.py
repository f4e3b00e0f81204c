import sys

sys.path.insert(0, "client")

from openapi_client import ApiClient, Configuration, SnippetInput, SnippetsApi

from steps import BASE_URL, PASSWORD, USER_NAME, use

api = SnippetsApi(ApiClient(Configuration(host=BASE_URL, username=USER_NAME, password=PASSWORD)))
use(
    create=lambda code: api.create_snippet(SnippetInput(code=code)).id,
    list_ids=lambda: [snippet.id for snippet in api.list_snippets()],
    raw=api.get_snippet_code,
    remove=api.delete_snippet,
)
