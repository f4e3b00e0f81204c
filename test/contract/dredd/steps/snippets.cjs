// The snippet that a request is about: each has its own, since some replace or delete it.
const { exampleOf } = require('../operations.cjs');
const { send, setId } = require('../request.cjs');
const { credentialsOf } = require('./credentials.cjs');

/** Stores the document's example, so that what is read back is the example too. */
async function createSnippet(service, name) {
  const request = exampleOf('createSnippet', service);
  Object.assign(request.headers, await credentialsOf(service, name));
  const answer = await send(request);
  if (answer.status !== 201) throw new Error(`no snippet was made: ${answer.status} ${await answer.text()}`);
  const { id } = await answer.json();
  return { id, etag: answer.headers.get('etag') };
}

async function onSnippetOfAlice(draft) {
  const { id, etag } = await createSnippet(draft.service, 'alice');
  setId(draft, id);
  draft.etag = etag;
}

const onAlice = (draft) => setId(draft, draft.service.users.alice.id);

/** The highest id that there may be. */
const onMissingId = (draft) => setId(draft, Number.MAX_SAFE_INTEGER);

module.exports = { createSnippet, onAlice, onMissingId, onSnippetOfAlice };
