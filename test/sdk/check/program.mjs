// What every runtime has to do with the packed SDK: the same lines come out everywhere.
// @ts-check

/**
 * @param {typeof import('../../../src/sdk/index.js')} sdk
 * @param {{ baseUrl: string, failingUrl: string, username: string, password: string }} settings
 * @returns {Promise<string[]>}
 */
export async function exercise(sdk, { baseUrl, failingUrl, username, password }) {
  /** @type {string[]} */
  const lines = [];
  const store = sdk.createClient({ baseUrl, auth: sdk.basic(username, password) });
  const code = '\ufeffprint("grüße 🐢")\r\n';
  const { data: snippet, response } = await store.withResponse.createSnippet({
    code,
    language: 'javascript',
  });
  lines.push(`created ${snippet.owner} ${snippet.code === code} ${response.headers.get('etag') !== null}`);
  const edited = await store.editSnippet(snippet.id, { title: 'Edited' });
  lines.push(`edited ${edited.title} ${edited.language}`);
  lines.push(`raw ${(await store.getSnippetCode({ id: snippet.id })) === code}`);
  for (let n = 0; n < 3; n++) await store.createSnippet({ code: String(n) });
  const walked = await store.snippets({ owner: username, batch: 2 }).toArray();
  lines.push(`listed ${walked.length}`);
  const refused = await store.createSnippet({ code: '' }).catch((error) => error);
  lines.push(`refused ${refused.name} ${refused.fields.code?.[0]}`);
  for (const { id } of walked) await store.deleteSnippet({ id });
  lines.push(`gone ${await nameOf(store.getSnippet({ id: snippet.id }))}`);
  const wrong = sdk.createClient({ baseUrl, auth: sdk.basic(username, 'wrong') });
  lines.push(`unknown ${await nameOf(wrong.listUsers())}`);

  const failing = sdk.createClient({ baseUrl: failingUrl, retryDelay: 10, timeout: 500 });
  lines.push(`repeated ${(await failing.listUsers()).length}`);
  const hanging = sdk.createClient({ baseUrl: `${failingUrl}/hang`, retries: 0, timeout: 200 });
  lines.push(`hanging ${await nameOf(hanging.listUsers())}`);
  const resetting = sdk.createClient({ baseUrl: `${failingUrl}/reset`, retries: 0 });
  lines.push(`reset ${await nameOf(resetting.listUsers())}`);
  const moved = sdk.createClient({ baseUrl: `${failingUrl}/moved`, auth: sdk.basic(username, password) });
  lines.push(`moved ${await nameOf(moved.createSnippet({ code }))}`);
  const portal = sdk.createClient({ baseUrl: `${failingUrl}/portal` });
  lines.push(`portal ${await nameOf(portal.listUsers())}`);
  const signal = AbortSignal.abort(new RangeError('enough'));
  lines.push(`aborted ${await nameOf(store.listUsers({}, { signal }))}`);
  return lines;
}

/** @param {Promise<unknown>} call */
async function nameOf(call) {
  return call.then(
    () => 'nothing',
    (/** @type {unknown} */ error) => (error instanceof Error ? error.name : String(error)),
  );
}

export const expected = [
  'created NAME true true',
  'edited Edited javascript',
  'raw true',
  'listed 4',
  'refused BadRequestError This field may not be blank.',
  'gone NotFoundError',
  'unknown AuthenticationError',
  'repeated 0',
  'hanging ConnectionTimeoutError',
  'reset ConnectionError',
  'moved RedirectError',
  'portal UnexpectedResponseError',
  'aborted RangeError',
];
