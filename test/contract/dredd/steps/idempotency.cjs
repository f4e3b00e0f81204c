// The keys of requests that may be repeated: a new one each, or one of an earlier request that was another.
const { randomUUID } = require('node:crypto');
const { exampleOf, send } = require('../request.cjs');
const { credentialsOf } = require('./credentials.cjs');

const withNewKey = ({ headers }) => {
  headers['Idempotency-Key'] = randomUUID();
};

const withMalformedKey = ({ headers }) => {
  headers['Idempotency-Key'] = 'two words';
};

/** Alice has used it to create another snippet. */
async function withUsedKey(draft) {
  withNewKey(draft);
  const earlier = exampleOf('createSnippet', draft.service);
  Object.assign(earlier.headers, await credentialsOf(draft.service, 'alice'));
  earlier.headers['Idempotency-Key'] = draft.headers['Idempotency-Key'];
  earlier.fields.title = 'Another request';
  const answer = await send(earlier);
  if (answer.status !== 201) throw new Error(`the key was not used: ${answer.status} ${await answer.text()}`);
}

module.exports = { withMalformedKey, withNewKey, withUsedKey };
