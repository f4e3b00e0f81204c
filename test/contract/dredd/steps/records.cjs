// The record that a request is about: each has its own, since some replace or delete it.
const { cases } = require('../context.cjs');
const { exampleOf, send, setId } = require('../request.cjs');
const { credentialsOf } = require('./credentials.cjs');

/** @returns the path of the list that `/snippets/{id}/raw/` belongs to, when POST there makes a record */
function collectionOf(path) {
  const [collection] = path.split('{id}');
  return collection !== path && creatorOf(collection) ? collection : undefined;
}

const creatorOf = (collection) => cases.find(({ method, path }) => method === 'POST' && path === collection);

/** Stores the document's example, so that what is read back is the example too. */
async function createRecord(service, name, operation) {
  const request = exampleOf(operation, service);
  Object.assign(request.headers, await credentialsOf(service, name));
  const answer = await send(request);
  if (answer.status !== 201) throw new Error(`${operation}: ${answer.status} ${await answer.text()}`);
  const { id } = await answer.json();
  return { id, etag: answer.headers.get('etag') };
}

const onRecordOfAlice = (collection) => async (draft) => {
  const { id, etag } = await createRecord(draft.service, 'alice', creatorOf(collection).operation);
  setId(draft, id);
  draft.etag = etag;
};

/** A list with nothing in it would show nothing of its items. */
const withRecordOfAlice =
  (collection) =>
  async ({ service }) => {
    await createRecord(service, 'alice', creatorOf(collection).operation);
  };

const createSnippet = (service, name) => createRecord(service, name, 'createSnippet');

const onSnippetOfAlice = onRecordOfAlice('/snippets/');

const onAlice = (draft) => setId(draft, draft.service.users.alice.id);

/** The highest id that there may be. */
const onMissingId = (draft) => setId(draft, Number.MAX_SAFE_INTEGER);

module.exports = {
  collectionOf,
  createRecord,
  createSnippet,
  creatorOf,
  onAlice,
  onMissingId,
  onRecordOfAlice,
  onSnippetOfAlice,
  withRecordOfAlice,
};
