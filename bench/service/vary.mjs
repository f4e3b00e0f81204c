// Makes one stored record into many. The first snippet is stored through the API, so its record has whatever form the
// service stores; the others are copies in which only what differs between two snippets is replaced.

import { gunzipSync, gzipSync } from 'node:zlib';

/** @typedef {ReturnType<typeof import('../contents.mjs').variation>} Variation */

const DATE = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g;

/**
 * A stored text of the first snippet or user as that of another: words, dates, and ids in JSON.
 * @param {string} text
 * @param {Variation} from
 * @param {Variation} to
 */
export function varyText(text, from, to) {
  if (text === from.owner) return to.owner;
  return text
    .replaceAll(from.number, to.number)
    .replaceAll(from.topic, to.topic)
    .replaceAll(`"${from.owner}"`, `"${to.owner}"`)
    .replace(DATE, to.created.toISOString())
    .replace(
      /"(_?id|ownerId)":1(?=[,}])/g,
      (_, name) => `"${name}":${name === 'ownerId' ? to.ownerId : to.id}`,
    );
}

/**
 * A stored value, whatever its type.
 * @param {unknown} value
 * @param {Variation} from
 * @param {Variation} to
 */
export function varyValue(value, from, to) {
  if (typeof value === 'string') return varyText(value, from, to);
  if (value instanceof Date) return to.created;
  // Compressed HTML. The fastest level is enough for a measurement.
  if (Buffer.isBuffer(value)) return gzipSync(varyText(gunzipSync(value).toString(), from, to), { level: 1 });
  return Array.isArray(value) ? value.map((item) => varyValue(item, from, to)) : value;
}
