/** A program that stores, replaces and deletes its own snippets over the SDK, and knows what it was promised. */
import assert from 'node:assert/strict';
import { ConnectionError, type SnippetStore, SnippetStoreError } from 'snippet-store/sdk';

/** What one client knows of a snippet. */
export interface Known {
  /** The code that was acknowledged last; undefined once the deletion was. */
  code: string | undefined;
  /** Codes sent since, whose acknowledgement never came: one of them may stand there instead. */
  readonly maybe: Set<string>;
  /** A deletion was sent, and no acknowledgement came. */
  maybeGone: boolean;
}

export type WritingClient = ReturnType<typeof startWriting>;

/**
 * @param connect resolves with a client of the server that runs now, and waits while none does
 * @param name makes the codes of clients differ
 */
export function startWriting(name: string, connect: () => Promise<SnippetStore>, stop: AbortSignal) {
  const known = new Map<number, Known>();
  /** Every id in the order of its acknowledgement. */
  const ids: number[] = [];
  /** Every code that was sent to be created, acknowledged or not. */
  const created = new Set<string>();
  let [acknowledged, writes, longest] = [0, 0, 0];
  const nextCode = () => `writer = "${name}"  # write ${++writes}\n${'x = 1\n'.repeat(writes % 50)}`;

  async function create(store: SnippetStore): Promise<void> {
    const code = nextCode();
    created.add(code);
    const { id } = await store.createSnippet({ code });
    ids.push(id);
    known.set(id, { code, maybe: new Set(), maybeGone: false });
  }

  async function replace(store: SnippetStore, id: number, snippet: Known): Promise<void> {
    const code = nextCode();
    snippet.maybe.add(code);
    await store.updateSnippet({ id, code });
    snippet.code = code;
    snippet.maybe.clear();
  }

  async function remove(store: SnippetStore, id: number, snippet: Known): Promise<void> {
    snippet.maybeGone = true;
    await store.deleteSnippet({ id });
    snippet.code = undefined;
    snippet.maybe.clear();
  }

  async function write(store: SnippetStore): Promise<void> {
    const alive = [...known].filter(([, { code }]) => code !== undefined);
    const [id, snippet] = alive[Math.floor(Math.random() * alive.length)] ?? [];
    const dice = Math.random();
    if (id === undefined || snippet === undefined || dice < 0.5) return create(store);
    try {
      await (dice < 0.8 ? replace(store, id, snippet) : remove(store, id, snippet));
    } catch (error) {
      // A deletion that was not acknowledged was done all the same.
      const isGone = error instanceof SnippetStoreError && error.status === 404 && snippet.maybeGone;
      if (!isGone) throw error;
      snippet.code = undefined;
      snippet.maybe.clear();
    }
  }

  async function run(): Promise<void> {
    while (!stop.aborted) {
      try {
        const connected = await connect();
        const began = performance.now();
        await write(connected);
        longest = Math.max(longest, Math.round(performance.now() - began));
        acknowledged++;
      } catch (error) {
        if (!(error instanceof ConnectionError || stop.aborted)) throw error;
      }
    }
  }

  /** Resolves when `stop` says so and the last write is answered. */
  const ended = run();
  return { known, ids, created, ended, acknowledged: () => acknowledged, longest: () => longest };
}

/** Acknowledged writes of all. */
export function writesOf(clients: readonly WritingClient[]): number {
  return clients.reduce((sum, { acknowledged }) => sum + acknowledged(), 0);
}

/** Compares what is stored with what the service has promised its clients. @returns how many snippets stand there whose creation was not acknowledged to anybody */
export function holdPromises(
  clients: readonly WritingClient[],
  stored: readonly { id: number; code: string }[],
): number {
  const codes = new Map(stored.map(({ id, code }) => [id, code]));
  assert.equal(codes.size, stored.length, 'an id is listed twice');
  assert.equal(new Set(codes.values()).size, stored.length, 'a code is stored twice');
  const ids = clients.flatMap((client) => client.ids);
  assert.equal(new Set(ids).size, ids.length, 'an id was given twice');

  for (const { known } of clients) {
    for (const [id, { code, maybe, maybeGone }] of known) {
      const found = codes.get(id);
      if (code === undefined) assert.equal(found, undefined, `${id} was deleted and is back`);
      else if (found === undefined) assert.ok(maybeGone, `${id} is lost`);
      else assert.ok(found === code || maybe.has(found), `${id} holds neither its last nor a later content`);
      codes.delete(id);
    }
  }
  const sent = new Set(clients.flatMap(({ created }) => [...created]));
  for (const [id, code] of codes) assert.ok(sent.has(code), `nobody ever sent what ${id} holds`);
  return codes.size;
}
