// The code of a form: line numbers, Tab, and a preview in the chosen language and style, made by the service.
// Tab indents; Escape lets the next Tab leave the field, so that the keyboard is never trapped.

/** Milliseconds without a key before the preview is asked for. */
const WAIT = 350;
/** Longer code has no preview: it would be sent again at every pause. */
const MOST = 20_000;

export function makeCodeFields() {
  for (const area of document.querySelectorAll('.editor:not(:has(.gutter)) textarea')) {
    addNumbers(area);
    if (area.form.dataset.preview) addPreview(area);
  }
}

function addNumbers(area) {
  const gutter = Object.assign(document.createElement('span'), { className: 'gutter', ariaHidden: 'true' });
  area.after(gutter);
  let shown = 0;
  const count = () => {
    const lines = area.value.split('\n').length;
    if (lines === shown) return;
    shown = lines;
    gutter.textContent = Array.from({ length: lines }, (_, index) => index + 1).join('\n');
  };
  area.addEventListener('input', count);
  area.addEventListener('change', count);
  area.addEventListener('scroll', () => {
    gutter.scrollTop = area.scrollTop;
  });
  count();
}

function addPreview(area) {
  const { form } = area;
  const box = Object.assign(document.createElement('div'), { className: 'preview' });
  const label = Object.assign(document.createElement('span'), { textContent: 'Preview' });
  const shown = Object.assign(document.createElement('div'), {
    tabIndex: 0,
    role: 'region',
    ariaLabel: 'Preview',
  });
  box.append(label, shown);
  area.closest('p').after(box);
  const root = shown.attachShadow({ mode: 'open' });
  let timer;
  let running;

  const soon = (changes) => {
    clearTimeout(timer);
    timer = setTimeout(() => refresh(changes), WAIT);
  };
  // Without a preview the form works as before.
  const refresh = (changes) => update(changes).catch(() => {});
  async function update(changes = {}) {
    running?.abort();
    running = new AbortController();
    box.hidden = area.value.trim() === '' || area.value.length > MOST;
    if (box.hidden || !form.closest('details').open) return;
    const response = await ask(form, changes, running.signal).catch(() => undefined);
    // Previews are limited. The old one stays until the next pause.
    if (response?.ok) show(root, await response.text());
  }
  // A picker has a field without a name, for its search.
  for (const type of ['input', 'change', 'guessed'])
    form.addEventListener(type, ({ target }) => target.name && soon());
  form.addEventListener('look', ({ target, detail }) => soon({ [target.name]: detail }));
  form.closest('details').addEventListener('toggle', () => refresh());
  void refresh();
}

function ask(form, changes, signal) {
  const body = new URLSearchParams(new FormData(form));
  for (const [name, value] of Object.entries(changes)) body.set(name, value);
  const headers = { Accept: 'text/html', 'X-CSRFToken': body.get('csrfmiddlewaretoken') };
  return fetch(form.dataset.preview, { method: 'POST', headers, body, signal });
}

const LAYOUT = `
  .hljs { min-height: 100%; }
  pre { margin: 0; padding: 0.65rem 0.9rem; font: 0.8438rem/1.6 var(--mono); tab-size: 4; overflow-x: auto; }
  code { font: inherit; }
  code span { unicode-bidi: isolate; }
`;

/** The sheet of a style applies to the preview only. The page's policy forbids inline sheets, but not made ones. */
function show(root, page) {
  // The parser would report the inline sheet as forbidden.
  const [before, style, rest] = page.split(/<style>|<\/style>/, 3);
  const made = new DOMParser().parseFromString(before + rest, 'text/html');
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(style + LAYOUT);
  root.adoptedStyleSheets = [sheet];
  const box = Object.assign(document.createElement('div'), { className: 'hljs' });
  const code = made.querySelector('pre:has(code)');
  box.append(document.adoptNode(code));
  root.replaceChildren(box);
}

export function indentWithTab() {
  let leaving = false;
  document.addEventListener('keydown', (event) => {
    const area = event.target;
    if (!(area instanceof HTMLTextAreaElement) || !area.classList.contains('code')) return;
    if (event.key === 'Escape') leaving = true;
    else if (event.key === 'Tab' && !leaving && !event.shiftKey) {
      event.preventDefault();
      indent(area);
    } else if (event.key !== 'Tab' && event.key !== 'Shift') leaving = false;
  });
  document.addEventListener('focusin', () => {
    leaving = false;
  });
}

/** If several lines are selected, indents them; otherwise inserts a tab at the caret. */
function indent(area) {
  const { value, selectionStart, selectionEnd } = area;
  if (!value.slice(selectionStart, selectionEnd).includes('\n')) return type('\t');
  const start = value.slice(0, selectionStart).lastIndexOf('\n') + 1;
  const lines = value.slice(start, selectionEnd).replace(/(^|\n)(?=[^\n])/g, '$1\t');
  area.setSelectionRange(start, selectionEnd);
  type(lines);
  area.setSelectionRange(start, start + lines.length);
}

/** The only way to insert text that the user can undo. */
function type(text) {
  document.execCommand('insertText', false, text);
}
