// The snippet that a request is about: each has its own, since some replace or delete it.
const { setId } = require('../request.cjs');
const { createRecord, onRecordOfAlice } = require('./records.cjs');

const createSnippet = (service, name) => createRecord(service, name, 'createSnippet');

const onSnippetOfAlice = onRecordOfAlice('/snippets/');

const onAlice = (draft) => setId(draft, draft.service.users.alice.id);

/** The highest id that there may be. */
const onMissingId = (draft) => setId(draft, Number.MAX_SAFE_INTEGER);

module.exports = { createSnippet, onAlice, onMissingId, onSnippetOfAlice };
