/** The page of a snippet: its code, what can be done with it, and for its owner the form that edits it. */

import { directionWarning, isInvisible } from '../../../highlighting/appearance.js';
import { countLines } from '../../../highlighting/html-page.js';
import { fileNameOf } from '../../../highlighting/languages.js';
import type { PlainReason } from '../../../highlighting/markup.js';
import { wholeMarkup } from '../../../highlighting/markup.js';
import { theme } from '../../../highlighting/theme.js';
import type { Url } from '../../../http/urls.js';
import type { SnippetRecord } from '../../../store/records.js';
import { hasRoomForWords } from '../../../store/terms.js';
import { type Content, Html, html } from '../html.js';
import { csrfField, headerOf, type Parts, type Shown, withQuery } from '../shown.js';
import { factsView, nameView } from './facts.js';
import { type FormDeps, snippetForm } from './form.js';
import { linesOf } from './lines.js';
import { listUrl } from './urls.js';

/** What the page reads of a snippet. */
export const FIELDS = {
  title: 1,
  code: 1,
  language: 1,
  style: 1,
  linenos: 1,
  owner: 1,
  ownerId: 1,
  private: 1,
  created: 1,
  version: 1,
  markup: 1,
  excerpt: 1,
  plain: 1,
} as const;

type Snippet = Pick<SnippetRecord, '_id' | keyof typeof FIELDS>;

interface SnippetPageDeps extends FormDeps {
  /** Of this service, for links that are copied. */
  readonly origin: string;
  readonly embedOrigins: readonly string[];
}

export function snippetPage(snippet: Snippet, shown: Shown, deps: SnippetPageDeps): Parts {
  const { _id: id, title, code, style, plain } = snippet;
  const { url } = deps;
  const mayEdit = shown.mayUse('PUT');
  const name = isInvisible(title) ? `Untitled snippet ${id}` : title.trim();
  const warning = directionWarning(title, code);
  return {
    title: name,
    main: html`<div class="top"><div><h1>${nameView({ title, id })}</h1>
${factsView(snippet, url)}</div>
${actionsView(snippet, name, shown, deps)}</div>
${warning !== undefined && html`<p class="note">${warning}</p>`}
${codeView(snippet, url)}
${!hasRoomForWords(snippet) && html`<p class="hint">A search finds this snippet by its first and last 2,000 words.</p>`}
${plain && html`<p class="hint">Without colours: ${WHY[plain]}.${mayEdit && plain === 'timeout' && ' Save it again to colour it.'}</p>`}
${
  mayEdit &&
  html`<section id="edit"><div class="top"><h1>Edit snippet</h1></div>
${snippetForm({ values: snippet, replaces: { id, etag: headerOf(shown, 'ETag') }, visitor: shown.visitor }, deps)}</section>`
}`,
    scripts: mayEdit ? ['snippet.js', 'form.js'] : ['snippet.js'],
    sheet: theme(style),
    apiUrl: withQuery(shown, { format: 'api' }),
  };
}

const WHY: Readonly<Record<PlainReason, string>> = {
  timeout: 'colouring it took too long',
  'too-large': 'the coloured code would be too large',
  failed: 'the highlighter failed on this code',
};

function actionsView(snippet: Snippet, name: string, shown: Shown, deps: SnippetPageDeps): Html {
  const { _id: id, linenos } = snippet;
  const { url } = deps;
  const raw = url('snippets:raw', { id });
  return html`<div class="actions">
<button type="button" class="primary scripted" data-raw="${raw}">Copy</button>
${shareView(snippet, name, deps)}
${shown.mayUse('PUT') && html`<a class="button scripted" href="#edit" aria-keyshortcuts="e">Edit</a><noscript><span class="hint">Editing and deleting need JavaScript.</span></noscript>`}
<details class="menu"><summary class="button">More</summary>
<div class="panel"><a href="${raw}">Raw</a>
<a href="${raw}" download="${fileNameOf(snippet)}">Download</a>
<button type="button" class="scripted plain" data-switch="wrap" aria-pressed="false">Wrap long lines</button>
<button type="button" class="scripted plain" data-switch="numbers" aria-pressed="${String(linenos)}">Line numbers</button>
${shown.mayUse('DELETE') && deleteView(shown, url)}
</div></details>
</div>`;
}

/** Its script waits some seconds, in which the delete can be undone. */
function deleteView(shown: Shown, url: Url): Html {
  const { request, visitor } = shown;
  return html`<form class="delete scripted" data-method="DELETE" action="${request.path}" data-etag="${headerOf(shown, 'ETag')}" data-next="${listUrl(url)}">
${csrfField(visitor)}
<button class="danger" disabled>Delete</button>
</form>`;
}

/** Heights in pixels of the page that is shown in a frame: a line, the rest of it, the highest frame. */
const [LINE, REST, MOST] = [23, 110, 500];

/** The link, a picture, and where other hosts may show snippets the HTML for it. The script adds the chosen lines. */
function shareView(
  { _id: id, code }: Snippet,
  name: string,
  { url, origin, embedOrigins }: SnippetPageDeps,
): Html {
  const frame = html`<iframe src="${origin}${url('snippets:highlight', { id })}?embed" title="${name}" width="100%" height="${Math.min(REST + LINE * countLines(code), MOST)}" loading="lazy" style="border:1px solid #8884"></iframe>`;
  return html`<details class="menu share"><summary class="button">Share</summary>
<div class="panel">
${copyable('Link', origin + url('snippets:detail', { id }))}
${embedOrigins.length > 0 && copyable('Embed code', frame.markup)}
<button type="button" class="scripted" data-picture>Save as PNG</button>
</div></details>`;
}

function copyable(label: string, text: string): Html {
  const id = `share-${label.split(' ')[0]?.toLowerCase()}`;
  return html`<p><label for="${id}">${label}</label>
<span class="copyable"><input id="${id}" readonly value="${text}"><button type="button" class="scripted" data-copy-from="${id}">Copy</button></span></p>`;
}

/** Longer code is cut: the page would become slow, and larger than a phone can use. */
const MOST_LINES = 5000;
const MOST_MARKUP = 400_000;

/** Each line begins with a link to itself (`#L10`). The links are one stop of the keyboard (`snippet.js`). */
function codeView(snippet: Snippet, url: Url): Content {
  const { _id: id, code, language, linenos } = snippet;
  const lines = linesOf(wholeMarkup(snippet), { lines: MOST_LINES, markup: MOST_MARKUP });
  const all = countLines(code);
  const shown = lines.map(
    (line, index) =>
      `<span class="line"><a id="L${index + 1}" href="#L${index + 1}" tabindex="${index === 0 ? 0 : -1}">${index + 1}</a>${line}</span>`,
  );
  return html`<pre class="listing hljs${!linenos && ' unnumbered'}" tabindex="0" role="region" aria-label="Code"><code class="language-${language}" translate="no">${new Html(shown.join(''))}</code></pre>
${lines.length < all && html`<p class="hint" id="cut">The first ${lines.length.toLocaleString('en')} of ${all.toLocaleString('en')} lines. <a href="${url('snippets:raw', { id })}">Show all of them</a>.</p>`}`;
}
