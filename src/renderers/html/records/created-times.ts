/** When the items of a list were created, in words. Only pages show it: the representation has no such member. */
import type { Endpoint } from '../../../contract/contract.js';
import { collectionNamed } from '../../../store/collection-named.js';
import type { Store } from '../../../store/store.js';
import { type Html, html } from '../html.js';

/** @returns undefined for an item whose record has no such date, or is gone */
export type TimeOf = (id: unknown) => Date | undefined;

export type CreatedTimes = (endpoint: Endpoint | undefined, body: unknown) => Promise<TimeOf>;

/** The most ids of one query; a page shows fewer. */
const MOST = 200;

/** Of lists whose POST names the collection (`x-creates`). */
export function makeCreatedTimes(store: Store): CreatedTimes {
  return async function createdTimes(endpoint, body) {
    const name = endpoint?.operations.get('post')?.creates;
    const collection =
      name !== undefined && 'created' in datesOf(store, name) && collectionNamed(store, name);
    if (!collection || !Array.isArray(body) || body.length === 0) return () => undefined;
    const ids = body.slice(0, MOST).flatMap(({ id }) => (typeof id === 'number' ? [id] : []));
    const found = await collection.find({ _id: { $in: ids } }, { projection: { created: 1 } }).toArray();
    const times = new Map<unknown, unknown>(found.map(({ _id, created }) => [_id, created]));
    return (id) => {
      const time = times.get(id);
      return time instanceof Date ? time : undefined;
    };
  };
}

function datesOf({ definitions }: Store, name: string): object {
  return definitions[name]?.dates ?? {};
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
const date = new Intl.DateTimeFormat('en', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});

/** `2 hours ago`, with the exact time for programs and as a tooltip. */
export function timeView(time: Date, now = Date.now()): Html {
  const exact = time.toISOString();
  return html`<time datetime="${exact}" title="${exact.slice(0, 16).replace('T', ' ')} UTC">${inWords(time, now)}</time>`;
}

function inWords(time: Date, now: number): string {
  const age = now - time.getTime();
  if (age < MINUTE) return 'just now';
  if (age < HOUR) return relative.format(-Math.floor(age / MINUTE), 'minute');
  if (age < DAY) return relative.format(-Math.floor(age / HOUR), 'hour');
  if (age < 30 * DAY) return relative.format(-Math.floor(age / DAY), 'day');
  return date.format(time);
}
