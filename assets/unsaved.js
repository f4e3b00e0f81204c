// Asks before a page with unsaved work is left.

const changed = new Set();

export function askAboutUnsaved() {
  document.addEventListener('input', ({ target }) => {
    const form = target.closest('form[data-method]');
    if (form) changed.add(form);
  });
  addEventListener('beforeunload', (event) => {
    const isUnsaved =
      document.querySelector('form[data-method] [aria-invalid]') ||
      [...changed].some((form) => form.isConnected && isChanged(form));
    if (isUnsaved && !isForgotten) event.preventDefault();
  });
}

let isForgotten = false;

/** The work is saved. */
export function forgetUnsaved() {
  isForgotten = true;
}

function isChanged(form) {
  return [...form.elements].some((field) => {
    if (!field.name || field.type === 'hidden') return false;
    if (field.type === 'checkbox') return field.checked !== field.defaultChecked;
    if (field.options) return [...field.options].some((option) => option.selected !== option.defaultSelected);
    return field.value !== field.defaultValue;
  });
}
