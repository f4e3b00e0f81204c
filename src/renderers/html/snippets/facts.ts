/** One line about a snippet: its language, its owner, its age. */
import { escapeDirectionControls, isInvisible } from '../../../highlighting/appearance.js';
import { nameOfLanguage } from '../../../highlighting/languages.js';
import type { Url } from '../../../http/urls.js';
import { type Html, html } from '../html.js';
import { listUrl } from './urls.js';

export interface Facts {
  readonly language: string;
  /** Blank or missing: nobody's. */
  readonly owner?: string | null | undefined;
  readonly created: Date;
}

/** The language and the owner lead to what else they have. */
export function factsView({ language, owner, created }: Facts, url: Url): Html {
  return html`<p class="facts"><a href="${listUrl(url, { language })}">${nameOfLanguage(language)}</a>
${owner && html`<a href="${listUrl(url, { owner })}"><bdi>${escapeDirectionControls(owner)}</bdi></a>`}
${timeView(created)}</p>`;
}

/** What a snippet is called: its title, or that it has none. */
export function nameView({ title, id }: { readonly title: string; readonly id: number }): Html {
  if (isInvisible(title)) return html`<span class="untitled">Untitled snippet ${id}</span>`;
  return html`<bdi>${escapeDirectionControls(title)}</bdi>`;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
const date = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' });

/** `2 hours ago`, with the exact time for programs and as a tooltip. */
function timeView(time: Date): Html {
  const exact = time.toISOString();
  return html`<time datetime="${exact}" title="${exact.slice(0, 16).replace('T', ' ')} UTC">${ageOf(time)}</time>`;
}

function ageOf(time: Date): string {
  const age = Date.now() - time.getTime();
  if (age < MINUTE) return 'just now';
  if (age < HOUR) return relative.format(-Math.floor(age / MINUTE), 'minute');
  if (age < DAY) return relative.format(-Math.floor(age / HOUR), 'hour');
  if (age < 30 * DAY) return relative.format(-Math.floor(age / DAY), 'day');
  return date.format(time);
}
