/** Compares what is stored with what the service has promised its clients. */
import assert from 'node:assert/strict';
import type { WritingClient } from './writing-client.js';

/** @returns how many snippets stand there whose creation was not acknowledged to anybody */
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
