// `snippets mcp`: gives an agent the tools that the contract marks, by the Model Context Protocol over standard input and
// output. What a tool answers is short: a whole text is given for one snippet, or when it is asked for.

import { languages } from '#generated/sdk/choices.gen.js';
import { version } from '#generated/sdk/contract.gen.js';
import { type Tool, tools } from '#generated/sdk/tools.gen.js';
import { cut } from '../cut.js';
import type { ListSnippetsArguments, Snippet, SnippetStore } from '../sdk/index.js';
import { ClientError, explain } from './explain.js';
import { readSnippet, type Session, type Values } from './session.js';

/** The contract checks them: kinds before they are sent, the rest by the service. */
type Arguments = Readonly<Record<string, unknown>>;

const EXCERPT_CHARACTERS = 200;
const USUAL_RESULTS = 10;
const MOST_RESULTS = 50;

const withCode = { include_code: { type: 'boolean', description: 'Whole code instead of an excerpt.' } };

/** Instead of the contract's words, where those speak of headers that an agent does not see. */
const descriptions: Readonly<Record<string, string>> = {
  search_snippets: [
    'Finds snippets, the oldest first unless `order` says otherwise:',
    `${USUAL_RESULTS}, or as many as \`limit\` says, which is ${MOST_RESULTS} at most.`,
    'When there are more, the answer has `after`: pass it to the next call.',
  ].join(' '),
  get_snippet: 'Reads one snippet. Pass `If-Match` of the answer to replace exactly this version.',
};

const answers: Readonly<Record<string, (store: SnippetStore, args: Arguments) => Promise<unknown>>> = {
  search_snippets: search,
  async get_snippet(store, args) {
    const { data, response } = await store.withResponse.getSnippet(args as never);
    return { ...data, 'If-Match': response.headers.get('etag') };
  },
  create_snippet: async (store, args) => short(await store.createSnippet(args as never)),
  replace_snippet: async (store, args) => short(await store.updateSnippet(args as never)),
  list_languages: async () =>
    languages.map(({ id, name, aliases }) => [id, name, ...aliases].join(', ')).join('\n'),
};

export async function serveTools(session: Session, _words: readonly string[], values: Values): Promise<void> {
  const { Server, StdioServerTransport, ListToolsRequestSchema, CallToolRequestSchema } = await load();
  const store = await session.connect();
  const offered = tools.filter(({ isWrite }) => values.write === true || !isWrite).map(describe);
  const server = new Server({ name: 'snippets', version }, { capabilities: { tools: {} } });
  server.setRequestHandler(ListToolsRequestSchema, async () => ({ tools: offered }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params: { name, arguments: args = {} } }) => {
    try {
      const tool = offered.find((one) => one.name === name);
      const answer = Object.hasOwn(answers, name) ? answers[name] : undefined;
      if (!tool && answer) throw new ClientError(`${name} writes, which needs: snippets mcp --write`);
      if (!tool || !answer) throw new ClientError(`There is no tool "${name}". tools/list names all.`);
      const taken = Object.keys(tool.inputSchema.properties);
      const unknown = Object.keys(args).find((argument) => !taken.includes(argument));
      if (unknown !== undefined)
        throw new ClientError(`${name} takes no "${unknown}", only [${taken.join(', ')}].`);
      const result = await answer(store, args);
      return {
        content: [{ type: 'text', text: typeof result === 'string' ? result : JSON.stringify(result) }],
      };
    } catch (error) {
      // What is wrong with an argument is said of the SDK's method: an agent knows the tool.
      const text = explain(error).replace(/^\w+(?= (takes|needs) ")/, name);
      return { isError: true, content: [{ type: 'text', text }] };
    }
  });
  await server.connect(new StdioServerTransport());
}

function describe({ name, description, inputSchema, isWrite }: Tool) {
  const properties = { ...inputSchema.properties, ...(name === 'search_snippets' && withCode) };
  return {
    name,
    description: descriptions[name] ?? description,
    inputSchema: { ...inputSchema, properties },
    annotations: { readOnlyHint: !isWrite, destructiveHint: name === 'replace_snippet' },
  };
}

async function search(
  store: SnippetStore,
  { include_code: isWhole, limit = USUAL_RESULTS, ...args }: Arguments,
): Promise<unknown> {
  // What is no number is refused as it is.
  const most = typeof limit === 'number' ? Math.min(limit, MOST_RESULTS) : limit;
  const { items, next } = await store.listSnippets({ ...args, limit: most } as ListSnippetsArguments).page();
  return { snippets: isWhole === true ? items : items.map(short), after: next };
}

function short(sent: Snippet): object {
  const { code } = readSnippet(sent);
  const { code: _, linenos: __, style: ___, ...rest } = sent;
  return { ...rest, excerpt: cut(code, EXCERPT_CHARACTERS), characters: code.length };
}

/** Programs that use no tools need not install it. */
async function load() {
  try {
    return {
      ...(await import('@modelcontextprotocol/sdk/server/index.js')),
      ...(await import('@modelcontextprotocol/sdk/server/stdio.js')),
      ...(await import('@modelcontextprotocol/sdk/types.js')),
    };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    const install = 'npm install --global @modelcontextprotocol/sdk';
    throw new ClientError(
      `mcp needs one package more, beside this one. Run: ${install} (in a project without --global)`,
    );
  }
}
