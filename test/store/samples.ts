/** Documents for the tests of the collections, with only the interesting fields to be named. */
import type { SnippetRecord, StoreLog, TokenRecord, UserRecord } from '#src/store/index.js';

export const START = Date.UTC(2026, 0, 1);

export function snippet(_id: number, fields: Partial<SnippetRecord> = {}): SnippetRecord {
  return {
    _id,
    created: new Date(START + _id),
    title: `title ${_id}`,
    code: 'print(1)\n',
    linenos: false,
    language: 'python',
    style: 'friendly',
    ownerId: 1,
    owner: 'ada',
    markup: 'a markup',
    excerpt: 'print(1)',
    plain: null,
    bytes: 16,
    version: 1,
    terms: ['title', String(_id), 'print', '1'],
    ...fields,
  };
}

/** As it is given to `insertNext`, which gives it its id and its time. */
export function newSnippet(fields: Partial<SnippetRecord> = {}): Omit<SnippetRecord, '_id' | 'created'> {
  const { _id: _, created: __, ...rest } = snippet(0, fields);
  return rest;
}

export function user(_id: number, username: string): UserRecord {
  return { _id, username, password: '$argon2id$...', active: true, logins: 1, created: new Date(START) };
}

export function token(_id: number, created: Date): TokenRecord {
  return { _id, logins: 1, salt: 's', fingerprint: 'f', hash: `hash ${_id}`, created };
}

/** A log that remembers its lines as `level message {details}`. */
export function recordingLog(): StoreLog & { lines: string[] } {
  const lines: string[] = [];
  const at = (level: string) => (details: object, message: string) => {
    lines.push(`${level} ${message} ${JSON.stringify(details)}`);
  };
  return { lines, info: at('info'), warn: at('warn'), error: at('error') };
}

/** A record as a read returns it: only the index has its terms. */
export function read({ terms: _terms, ...record }: SnippetRecord): Omit<SnippetRecord, 'terms'> {
  return record;
}
