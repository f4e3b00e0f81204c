// What the requests are made from: users, headers, and the ways to create and replace.
import { PASSWORD } from '../deployments.mjs';

/**
 * @typedef {Record<string, string>} Memory
 * @typedef {string | ((memory: Memory) => string)} Later
 * @typedef {{ method?: string, path: Later, headers?: Record<string, Later | string[]>, body?: string | Buffer | ((memory: Memory) => string),
 *   keep?: (answer: import('../exchange.mjs').Answer, memory: Memory) => void }} Asked
 */

export const basic = (user, password = PASSWORD) =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
export const ALICE = { Authorization: basic('alice') };
export const BOB = { Authorization: basic('bob') };
export const JSON_TYPE = { 'Content-Type': 'application/json' };
export const FORM_TYPE = { 'Content-Type': 'application/x-www-form-urlencoded' };
export const HTML = { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

export const METHODS = ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE'];

/** @param {unknown} value @returns {Asked} */
export const create = (value, headers = ALICE) => ({
  method: 'POST',
  path: '/snippets/',
  headers: { ...JSON_TYPE, ...headers },
  body: typeof value === 'string' ? value : JSON.stringify(value),
});
export const put = (path, value, headers = ALICE) => ({ ...create(value, headers), method: 'PUT', path });

/** Snippets that reads find: enough for slices, of two owners, three languages and odd contents. */
export const stored = [
  create({ title: 'Greeting', code: 'print("hello")\n' }),
  create({
    title: 'Größe & <b>',
    code: 'const größe = 1 < 2 && "ok";\n',
    language: 'javascript',
    linenos: true,
  }),
  create({ code: 'SELECT 1;', language: 'sql', style: 'github' }, BOB),
  create({ title: '', code: '\tif x:\r\n\t\tpass\r\n' }, BOB),
  create({ title: '日本語の題', code: '# コメント\nprint("世界")' }),
  create({ title: 'long', code: 'value = "0123456789"\n'.repeat(300) }),
];
