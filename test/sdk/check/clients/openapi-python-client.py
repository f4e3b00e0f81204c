from base64 import b64encode

from client import AuthenticatedClient
from client.api.snippets import create_snippet, delete_snippet, get_snippet_code, list_snippets
from client.models import SnippetInput

from steps import BASE_URL, PASSWORD, USER_NAME, use

credentials = b64encode(f"{USER_NAME}:{PASSWORD}".encode()).decode()
client = AuthenticatedClient(base_url=BASE_URL, token=credentials, prefix="Basic")
use(
    create=lambda code: create_snippet.sync(client=client, body=SnippetInput(code=code)).id,
    list_ids=lambda: [snippet.id for snippet in list_snippets.sync(client=client)],
    raw=lambda id: get_snippet_code.sync(id, client=client),
    remove=lambda id: delete_snippet.sync(id, client=client),
)
