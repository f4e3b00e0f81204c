// What only somebody meets who asks too much: a second service with low limits is there to be pressed.
const { services } = require('../context.cjs');
const { exampleOf, send, setId } = require('../request.cjs');
const { credentialsOf } = require('./credentials.cjs');
const { createSnippet } = require('./records.cjs');

/** More than any rate of that service. */
const PATIENCE = 300;

/** More snippets than its highlighter works on and lets wait (at most 9 and 64). */
const FLOOD = 80;

const onPressedService = (draft) => {
  draft.service = services.pressed;
};

/** Sends the request itself until it is one too many. */
async function untilThrottled(draft) {
  for (let sent = 0; sent < PATIENCE; sent++) {
    const answer = await send(draft);
    await answer.arrayBuffer();
    if (answer.status === 429) return;
  }
  throw new Error(`${PATIENCE} requests were not throttled`);
}

let flood;

/** Has bob ask, while the highlighter is busy with what he posted before. */
async function whileOverloaded(draft) {
  draft.service = services.pressed;
  flood ??= overload(services.pressed);
  const { id } = await flood;
  Object.assign(draft.headers, await credentialsOf(draft.service, 'bob'));
  if (draft.template.includes('{id}')) setId(draft, id);
}

/** @returns the id of a snippet from before, once the queue is full; what waits in it is given up with this process */
async function overload(service) {
  const { id } = await createSnippet(service, 'bob');
  const request = exampleOf('createSnippet', service);
  Object.assign(request.headers, await credentialsOf(service, 'bob'));
  // Code that keeps a thread busy until its limit.
  Object.assign(request.fields, { language: 'livescript', code: `/${'a'.repeat(99_999)}` });
  await new Promise((resolve, reject) => {
    const posts = Array.from({ length: FLOOD }, async () => {
      if ((await send(request)).status === 503) resolve();
    });
    Promise.all(posts).then(() => reject(new Error(`${FLOOD} snippets did not fill the queue`)), reject);
  });
  return { id };
}

module.exports = { onPressedService, untilThrottled, whileOverloaded };
