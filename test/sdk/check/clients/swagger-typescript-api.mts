import { Api, ContentType } from './client/client.ts';
import { baseUrl, headers, use } from './steps.mts';

const { snippets } = new Api({ baseUrl, baseApiParams: { headers } });
// It does not see the media types of a body that an operation refers to.
const type = ContentType.Json;

await use({
  create: async (code) => (await snippets.createSnippet({ code }, {}, { type })).data.id,
  list: async () => (await snippets.listSnippets()).data.map(({ id }) => id),
  raw: async (id) => (await snippets.getSnippetCode(id)).text(),
  remove: (id) => snippets.deleteSnippet(id),
});
