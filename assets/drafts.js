// Keeps what is typed into a form in the browser until it is saved, so that neither a reload nor a crash loses it.

const WAIT = 300;
let timer;

export function keepDrafts() {
  rememberOpenForms();
  forgetAfterLogout();
  document.addEventListener('saved', ({ target }) => forget(target));
  // Cancel opens the page again, without the changes.
  document.addEventListener('click', ({ target }) => {
    if (target.matches?.('.form .send a')) forget(target.closest('form'));
  });
  for (const form of forms()) restore(form);
  for (const type of ['input', 'change']) {
    document.addEventListener(type, ({ target }) => {
      const form = target.form;
      if (!form?.matches(FORM)) return;
      clearTimeout(timer);
      timer = setTimeout(() => keep(form), WAIT);
    });
  }
  // A page that is left within the wait.
  addEventListener('pagehide', () => {
    for (const form of forms()) if (form.dataset.kept !== 'never' && isChanged(form)) keep(form);
  });
}

/** So that a reload opens the form of a draft again. */
function rememberOpenForms() {
  for (const form of document.querySelectorAll(`${FORM}[data-method="PUT"]`)) {
    const box = form.closest('details.form');
    box.addEventListener('toggle', () => {
      const { pathname, search } = location;
      history.replaceState(history.state, '', box.open ? `#${form.id}` : pathname + search);
    });
  }
}

const FORM = 'form[data-preview]';
const forms = () => document.querySelectorAll(FORM);

const PREFIX = 'draft:';
const username = () => document.querySelector('.site .username')?.textContent ?? '';
const keyOf = (form) => `${PREFIX}${username()}:${form.dataset.method}:${form.getAttribute('action')}`;

/** What was sent is stored, or thrown away. */
function forget(form) {
  clearTimeout(timer);
  for (const kept of form.closest('.panel')?.querySelectorAll(FORM) ?? []) {
    kept.dataset.kept = 'never';
    localStorage.removeItem(keyOf(kept));
  }
}

function keep(form) {
  if (form.dataset.kept === 'never') return;
  try {
    if (isChanged(form))
      localStorage.setItem(keyOf(form), JSON.stringify({ etag: form.dataset.etag, values: valuesOf(form) }));
    else localStorage.removeItem(keyOf(form));
  } catch {
    // The browser keeps nothing, or no more: the text stays on the page.
  }
}

/** With the version that the draft began with: a newer one in between is noticed when it is saved. */
function restore(form) {
  const kept = localStorage.getItem(keyOf(form));
  if (!kept || form.querySelector('[aria-invalid]')) return;
  const { etag, values } = JSON.parse(kept);
  const restored = fieldsOf(form).filter(({ name }) => values[name] !== undefined);
  for (const field of restored) {
    if (field.type === 'checkbox') field.checked = values[field.name];
    else field.value = values[field.name];
  }
  if (etag) form.dataset.etag = etag;
  if (!isChanged(form)) return localStorage.removeItem(keyOf(form));
  form.closest('details.form').open = true;
  for (const field of restored) field.dispatchEvent(new Event('change', { bubbles: true }));
  const note = Object.assign(document.createElement('p'), { className: 'note', role: 'status' });
  const drop = Object.assign(document.createElement('button'), {
    type: 'button',
    className: 'quiet',
    textContent: 'Discard draft',
  });
  drop.addEventListener('click', () => {
    forget(form);
    location.assign(form.getAttribute('action'));
  });
  note.append('Your draft is back. ', drop);
  form.prepend(note);
}

/** On a shared machine the next user must not find the texts of the last one. */
function forgetAfterLogout() {
  document.addEventListener('submit', ({ target }) => {
    if (!target.matches('form.logout')) return;
    for (const form of forms()) form.dataset.kept = 'never';
    for (const key of Object.keys(localStorage)) if (key.startsWith(PREFIX)) localStorage.removeItem(key);
  });
}

const fieldsOf = (form) => [...form.elements].filter(({ name, type }) => name && type !== 'hidden');

/** Without a guessed language, which is guessed again. */
function valuesOf(form) {
  const fields = fieldsOf(form).filter(({ dataset }) => !dataset.guessed);
  return Object.fromEntries(
    fields.map((field) => [field.name, field.type === 'checkbox' ? field.checked : field.value]),
  );
}

function isChanged(form) {
  return fieldsOf(form).some((field) => {
    if (field.type === 'checkbox') return field.checked !== field.defaultChecked;
    // A guess is no work of the user.
    if (field.options)
      return (
        !field.dataset.guessed &&
        [...field.options].some((option) => option.selected !== option.defaultSelected)
      );
    return field.value !== field.defaultValue;
  });
}
