/** The Share menu: the link to the snippet, and the HTML that shows it on another page. */
import { type Html, html } from '../html.js';

export interface Shared {
  readonly title: string;
  /** Full URLs, for other hosts. */
  readonly link: string;
  /** Undefined if no other host may show the snippet in a frame. */
  readonly embedded: string | undefined;
  /** Lines of code. */
  readonly lines: number;
  readonly isOwner: boolean;
}

/** Heights in pixels: a line, the rest of the highlighted page, the highest frame. */
const [LINE, REST, MOST] = [23, 110, 500];

/** The script copies the link when the menu opens, and adds the chosen lines to both texts. */
export function shareView({ title, link, embedded, lines, isOwner }: Shared): Html {
  const height = Math.min(REST + LINE * lines, MOST);
  // The template escapes the attributes; the text of the tag is escaped once more where it is shown.
  const size = html`width="100%" height="${height}"`;
  const frame =
    embedded !== undefined &&
    html`<iframe src="${embedded}" title="${title}" ${size} loading="lazy" style="border:1px solid #8884"></iframe>`;
  return html`<details class="menu share"><summary class="button">Share</summary>
<div class="panel shares">
${copyable('Link', 'Copy link', link)}
${frame ? copyable('Embed code', 'Copy embed code', frame.markup) : isOwner && html`<p class="hint">Embed code: other sites may not show snippets here. The operator can allow them with <code>EMBED_ORIGINS</code>.</p>`}
</div></details>`;
}

function copyable(name: string, button: string, text: string): Html {
  return html`<div class="shared"><span>${name}</span> <button type="button" class="quiet scripted" data-copy>${button}</button>
<pre tabindex="0" aria-label="${name}">${text}</pre></div>`;
}
