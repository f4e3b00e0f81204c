// The requests of each kind of work, for every server with the service's own paths.
import { inputOf, topicOf, userNames, variation } from './contents.mjs';

/**
 * `path` and `body` may be functions, which are asked for each request.
 * @typedef {{ method?: string, path: string | (() => string), headers?: Record<string, string>, status?: number,
 *   body?: string | (() => string), check?: (body: string) => boolean }} WorkRequest
 */

const anyOf = (count) => 1 + Math.floor(Math.random() * count);
const JSON_TYPE = { 'Content-Type': 'application/json' };

/**
 * @param {number} count of stored snippets
 * @param {{ token?: string, basic?: string }} credentials as values of `Authorization`
 * @returns {Record<string, WorkRequest>} by work
 */
export function apiRequests(count, { token, basic } = {}) {
  const write = { ...JSON_TYPE, ...(token && { Authorization: token }) };
  const body = JSON.stringify(inputOf(variation(7)));
  const anyBody = () => JSON.stringify(inputOf(variation(anyOf(1_000_000))));
  const holds = (length) => (text) => JSON.parse(text).length === length;
  const create = { method: 'POST', path: '/snippets/', headers: write, body, status: 201 };
  return {
    read: { path: () => `/snippets/${anyOf(count)}/` },
    'list-1000': { path: '/snippets/', check: holds(count) },
    'list-1000-alone': { path: '/snippets/', check: holds(count) },
    'not-found': { path: '/nothing/here/', status: 404 },
    denial: { method: 'POST', path: '/snippets/', headers: JSON_TYPE, body, status: 401 },
    'read-100kb': { path: '/snippets/1/', check: (text) => text.length > 90_000 },
    'not-modified': { path: '/snippets/1/', headers: { 'If-None-Match': '"1"' }, status: 304 },
    page: { path: () => `/snippets/${anyOf(count)}/`, headers: { Accept: 'text/html' } },
    // A text that is the stored one would not be highlighted again.
    replace: { method: 'PUT', path: () => `/snippets/${anyOf(count)}/`, headers: write, body: anyBody },
    create,
    'create-alone': create,
    'create-basic': { ...create, headers: { ...JSON_TYPE, ...(basic && { Authorization: basic }) } },
    slice: { path: '/snippets/?limit=100', check: holds(100) },
    search: { path: () => `/snippets/?limit=100&q=${topicOf(anyOf(100))}`, check: holds(100) },
    'list-100000': { path: '/snippets/', check: holds(count) },
    users: { path: '/users/', check: holds(userNames(count).length) },
  };
}

/** @param {string} name @param {string} password */
export function basicOf(name, password) {
  return `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`;
}
