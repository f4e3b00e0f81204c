/**
 * The `highlighted` value: a complete HTML page that shows one snippet, loads nothing and runs one script of ours. It is
 * made when it is read, from what is stored: title, style, line numbers and markup.
 */
import { hash } from 'node:crypto';
import { directionWarning, isInvisible } from './appearance.js';
import { escapeHtml } from './escape.js';
import { type PlainReason, type StoredMarkup, wholeMarkup } from './markup.js';
import { theme } from './theme.js';

// The layout of every page. The theme follows it and adds only colours.
// Code and line numbers are two columns of text, so no theme may change the height of a line.
// A gradient background is fixed, so that page and line numbers show the same one.
// The page scrolls as a whole, so the scroll bars are always visible. Title and numbers stay at the left edge.
// The line that the URL names (`#L10`) gets a band over its whole width, laid over the colours of the theme.
const layout = `
html { min-height: 100%; -webkit-text-size-adjust: 100%; text-size-adjust: 100%;
  -webkit-print-color-adjust: exact; print-color-adjust: exact }
body { --side: 1.5rem; --hairline: color-mix(in srgb, currentColor 16%, transparent);
  position: relative; box-sizing: border-box; width: max-content; min-width: 100%; min-height: 100vh; margin: 0; padding: 0 0 1.5rem }
.hljs { color: #222; background: #fff; background-attachment: fixed !important }
h1 { position: sticky; left: 0; box-sizing: border-box; width: 100vw; max-width: 100%; margin: 0; padding: 1.1rem var(--side);
  font: 600 1.125rem/1.4 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; overflow-wrap: anywhere; text-wrap: pretty }
header, .note { border-bottom: 1px solid var(--hairline) }
.note { position: sticky; left: 0; box-sizing: border-box; width: 100vw; max-width: 100%; margin: 0; padding: 0.7rem var(--side);
  font: 0.875rem/1.4 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif }
pre { margin: 0; tab-size: 4; white-space: pre;
  font: 0.875rem/1.6 ui-monospace, SFMono-Regular, "Cascadia Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace;
  font-variant-ligatures: none }
code { font: inherit }
code span { display: inline !important; padding: 0 !important; font-size: inherit !important; line-height: inherit !important }
.code { padding: 1.1rem var(--side) 0 }
table { border-collapse: separate; border-spacing: 0 }
td { vertical-align: top }
td.numbers { position: sticky; left: 0; padding: 1.1rem 0.9rem 0 var(--side); border-right: 1px solid var(--hairline);
  text-align: right; -webkit-user-select: none; user-select: none }
td.numbers pre { opacity: 0.8 }
td.code { padding-left: 0.9rem }
td.numbers a { color: inherit; text-decoration: none; scroll-margin: 30vh 0 }
td.numbers a:target::before, .band { content: ""; position: absolute; left: 0; width: 100vw; height: 1.6em;
  background: color-mix(in srgb, currentColor 12%, transparent); pointer-events: none }
.band { width: 100% }
footer { position: sticky; left: 0; width: max-content; padding: 1.1rem var(--side) 0;
  font: 0.8125rem/1.4 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif }
footer a { color: inherit }
@media (max-width: 30rem) { body { --side: 1rem } }
@media print {
  body { --side: 0; width: auto; min-height: 0 }
  footer, .band { display: none }
  h1, td.numbers { position: static; width: auto }
  pre { font-size: 8.5pt; line-height: 1.45 }
  div.code pre { white-space: pre-wrap; overflow-wrap: anywhere }
}
`.trim();

// The only script: it marks the lines that the URL names (`#L10-L20`). A single line with a number is marked by the
// browser, as the target of the URL. The hash of this text stands in the page's policy.
export const lineRangeScript = `
const lines = /^#L([1-9]\\d{0,5})(?:-L?([1-9]\\d{0,5}))?$/;
function mark() {
  document.querySelector('.band')?.remove();
  const [, one, other = one] = lines.exec(location.hash) ?? [];
  const pre = document.querySelector('code').parentElement;
  const count = pre.textContent.replace(/\\n$/, '').split('\\n').length;
  const from = Math.min(one, other), to = Math.min(Math.max(one, other), count);
  if (!(from <= to) || document.querySelector(':target')) return;
  const height = parseFloat(getComputedStyle(pre).lineHeight);
  const band = document.createElement('div');
  band.className = 'band';
  band.style.top = pre.getBoundingClientRect().top + scrollY + (from - 1) * height + 'px';
  band.style.height = (to - from + 1) * height + 'px';
  document.body.append(band);
  scrollTo(scrollX, band.offsetTop - innerHeight / 3);
}
addEventListener('hashchange', mark);
mark();
`;

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
  const title = isInvisible(snippet.title) ? '' : snippet.title.trim();
  const heading = title === '' ? '' : `<header><h1>${escapeHtml(snippet.title)}</h1></header>\n`;
  // A parser drops a newline right after <pre>, but not after <code> (HTML, 13.2.6.4.7).
  const markup = wholeMarkup(snippet);
  const warning = directionWarning(title, markup);
  const note = warning === undefined ? '' : `<p class="note">${warning}</p>\n`;
  const code = `<pre><code class="language-${snippet.language}" translate="no">${markup}</code></pre>`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title || `Snippet in ${snippet.language}`)}</title>
<style>
${layout}
${theme(snippet.style)}
</style>
</head>
<body class="hljs">
${snippet.plain === null ? '' : `<!-- shown as plain text, without highlighting: ${snippet.plain} -->\n`}${heading}${note}<main>
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
  const numbers = Array.from({ length: count }, (_, index) => {
    const line = index + 1;
    return line > LINKED_LINES ? line : `<a id="L${line}" href="#L${line}" tabindex="-1">${line}</a>`;
  });
  const column = `<td class="numbers hljs"><pre aria-hidden="true">${numbers.join('\n')}</pre></td>`;
  return `<table role="presentation"><tr>${column}<td class="code">${html}</td></tr></table>`;
}

/** Counts lines as a browser draws them: a final newline does not start another line. */
export function countLines(text: string): number {
  return text.replace(/\n$/, '').split('\n').length;
}
