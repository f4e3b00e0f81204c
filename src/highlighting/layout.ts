/** The layout of every highlighted page. The theme follows it and adds only colours. */

// Code and line numbers are two columns of text, so no theme may change the height of a line.
// A gradient background is fixed, so that page and line numbers show the same one.
// The page scrolls as a whole, so the scroll bars are always visible. Title and numbers stay at the left edge.
// The line that the URL names (`#L10`) gets a band over its whole width, laid over the colours of the theme.
export const layout = `
html { min-height: 100%; -webkit-text-size-adjust: 100%; text-size-adjust: 100%;
  -webkit-print-color-adjust: exact; print-color-adjust: exact }
body { --side: 1.5rem; --hairline: color-mix(in srgb, currentColor 16%, transparent);
  position: relative; box-sizing: border-box; width: max-content; min-width: 100%; min-height: 100vh; margin: 0; padding: 0 0 1.5rem }
.hljs { color: #222; background: #fff; background-attachment: fixed !important }
header { border-bottom: 1px solid var(--hairline) }
h1 { position: sticky; left: 0; box-sizing: border-box; width: 100vw; max-width: 100%; margin: 0; padding: 1.1rem var(--side);
  font: 600 1.125rem/1.4 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; overflow-wrap: anywhere; text-wrap: pretty }
pre { margin: 0; tab-size: 4; font-variant-ligatures: none; white-space: pre;
  font: 0.875rem/1.6 ui-monospace, SFMono-Regular, "Cascadia Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace }
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
