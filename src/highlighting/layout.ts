/** What every document looks like whatever its theme: the theme brings colours only. */

/** Lines and their numbers are two columns of text side by side, so nothing may change the height of a line. */
export const layout = `
html { min-height: 100%; -webkit-text-size-adjust: 100%; text-size-adjust: 100% }
body { box-sizing: border-box; min-width: 100%; min-height: 100vh; width: max-content; margin: 0; padding: 1.25rem 0 }
h1 { position: sticky; left: 0; box-sizing: border-box; width: 100vw; max-width: 100%; margin: 0 0 1rem; padding: 0 1.5rem;
  font: 600 1.125rem/1.4 system-ui, sans-serif; overflow-wrap: anywhere }
pre { margin: 0; font: 0.875rem/1.55 ui-monospace, SFMono-Regular, "Cascadia Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace;
  tab-size: 4; font-variant-ligatures: none }
code { font: inherit }
code span { display: inline !important; padding: 0 !important; font-size: inherit !important; line-height: inherit !important }
.code { padding: 0 1.5rem }
table { border-collapse: collapse }
td { padding: 0; vertical-align: top }
td.numbers { position: sticky; left: 0; padding: 0 1rem 0 1.5rem; text-align: right; -webkit-user-select: none; user-select: none }
td.code { padding: 0 1.5rem 0 0 }
`.trim();
