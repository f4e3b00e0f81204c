/** One fact about a record in a line of facts: its language, its owner, how many items it has, or its age. */
import { escapeDirectionControls, type Html, html } from '../html.js';
import type { LinkOf } from './links.js';
import type { LabelOf } from './names.js';

/** The style sheet draws a dot in the colour of a choice (`data-value`), for example of a language. */
export function detailView(value: unknown, member: string, linkOf: LinkOf, labelOf: LabelOf): Html {
  if (Array.isArray(value)) return html`<span>${countOf(value.length, member)}</span> `;
  const text = String(value ?? '');
  const label = labelOf(member, text);
  const attributes = html`class="${member}"${label !== text && html` data-value="${text}"`}`;
  const shown = html`<bdi>${escapeDirectionControls(label)}</bdi>`;
  const link = linkOf(member, text);
  return link === undefined
    ? html`<span ${attributes}>${shown}</span> `
    : html`<a ${attributes} href="${link}">${shown}</a> `;
}

/** `1 snippet`, `2,000 snippets`. @param many ends with an `s` */
export function countOf(count: number, many: string): string {
  return `${number.format(count)} ${count === 1 ? many.replace(/s$/, '') : many}`;
}

const number = new Intl.NumberFormat('en');

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
