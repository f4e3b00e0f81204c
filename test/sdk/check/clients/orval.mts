import { createSnippet, deleteSnippet, getSnippetCode, listSnippets } from './client/client.ts';
import { baseUrl, headers, use } from './steps.mts';

// Its functions ask for paths, as in a page of the same host.
const { fetch } = globalThis;
globalThis.fetch = (path, options) => fetch(new URL(String(path), baseUrl), options);

function expectStatus<Answer extends { status: number }, Status extends Answer['status']>(
  answer: Answer,
  status: Status,
): Extract<Answer, { status: Status }> {
  if (answer.status !== status) throw new Error(JSON.stringify(answer));
  return answer as Extract<Answer, { status: Status }>;
}

await use({
  create: async (code) => expectStatus(await createSnippet({ code }, {}, { headers }), 201).data.id,
  list: async () => expectStatus(await listSnippets({}, { headers }), 200).data.map(({ id }) => id),
  raw: async (id) => expectStatus(await getSnippetCode(id, { headers }), 200).data,
  remove: async (id) => expectStatus(await deleteSnippet(id, {}, { headers }), 204),
});
