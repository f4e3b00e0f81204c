/**
 * The `highlighted` value: a complete HTML page that shows one snippet, loads nothing and runs one script of ours. It is
 * made when it is read, from what is stored: title, style, line numbers and markup.
 */
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { escapeHtml } from './escape.js';
import { type PlainReason, type StoredMarkup, wholeMarkup } from './markup.js';
import { theme } from './theme.js';

const readAsset = (name: string) => readFileSync(new URL(`../../assets/${name}`, import.meta.url), 'utf8');

const layout = readAsset('highlight.css').replace(/\/\*.*?\*\/|\s+/gs, ' ');

/** The only script. */
export const lineRangeScript = readAsset('highlight.js');

/** A source of `script-src` (CSP3, 2.3.1). */
const lineRangeSource = `'sha256-${hash('sha256', lineRangeScript, 'base64')}'`;

/** Of a page without script, such as a sample: it runs and loads nothing and has no origin, wherever it is opened. */
export const SAMPLE_POLICY = "sandbox; default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'";

/**
 * Of every answer with the page of a snippet: it has no origin, loads nothing, and runs the script with this hash only.
 *
 * @param embedOrigins whose pages may show it in a frame, if the request asked for that. Empty: none, not even this host's
 */
export function htmlPagePolicy(embedOrigins: readonly string[] = []): string {
  // Links open in the top window, because the page of the snippet may not be framed.
  const links = embedOrigins.length > 0 ? ' allow-top-navigation-by-user-activation' : '';
  return [
    `sandbox allow-scripts${links}`,
    "default-src 'none'",
    "style-src 'unsafe-inline'",
    `script-src ${lineRangeSource}`,
    `frame-ancestors ${embedOrigins.length > 0 ? embedOrigins.join(' ') : "'none'"}`,
  ].join('; ');
}

/** The fields of a snippet that its page shows. */
export interface Shown extends StoredMarkup {
  readonly language: string;
  /** One of `styles`. */
  readonly style: string;
  /** Whether to show line numbers beside the code, as a table. */
  readonly linenos: boolean;
  /** If empty, the page has no heading. */
  readonly title: string;
  readonly plain: PlainReason | null;
}

/**
 * @param back the URL of the page about the snippet; undefined: the page is a sample, without link and script
 * @throws Error if the style is unknown
 */
export function renderHtmlPage(snippet: Shown, back: string | undefined): string {
  const title = snippet.title.trim();
  const heading = title === '' ? '' : `<header><h1>${escapeHtml(snippet.title)}</h1></header>\n`;
  // A parser drops a newline right after <pre>, but not after <code> (HTML, 13.2.6.4.7).
  const markup = wholeMarkup(snippet);
  const code = `<pre><code class="language-${snippet.language}" translate="no">${markup}</code></pre>`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title || `Snippet in ${snippet.language}`)}</title>
<style>
${layout}
@layer theme { ${theme(snippet.style)} }
</style>
</head>
<body class="hljs">
${snippet.plain === null ? '' : `<!-- shown as plain text, without highlighting: ${snippet.plain} -->\n`}${heading}<main>
${snippet.linenos ? numbered(countLines(markup.replaceAll('</span>', '')), code) : `<div class="code">${code}</div>`}
</main>
${back === undefined ? '' : end(back)}</body>
</html>
`;
}

function end(back: string): string {
  return `<footer><a href="${escapeHtml(back)}" target="_top">About this snippet</a></footer>
<script>${lineRangeScript}</script>
`;
}

/** Lines with a link to themselves. Each link is longer than most lines. */
const LINKED_LINES = 5000;

/** One row of two cells. One row per line would split nested spans at every line and multiply them. */
function numbered(count: number, html: string): string {
  const lines = Array.from({ length: count }, (_, index) => index + 1);
  const numbers = lines
    .map((line) =>
      line <= LINKED_LINES ? `<a id="L${line}" href="#L${line}" tabindex="-1">${line}</a>` : line,
    )
    .join('\n');
  const column = `<td class="numbers hljs"><pre aria-hidden="true">${numbers}</pre></td>`;
  return `<table role="presentation"><tr>${column}<td class="code">${html}</td></tr></table>`;
}

/** Counts lines as a browser draws them: a final newline does not start another line. */
export function countLines(text: string): number {
  const newlines = text.split('\n').length - 1;
  return text.endsWith('\n') ? newlines : newlines + 1;
}
