// Starts Swagger UI on this deployment's own document.

const root = document.querySelector('#explorer');

/** What the session asks of unsafe methods (the cookie itself goes along by the browser). */
function addCsrfToken(request) {
  const token = /(?:^|; )csrftoken=([^;]*)/.exec(document.cookie)?.[1];
  const isOurs = new URL(request.url, location.href).origin === location.origin;
  if (token && isOurs && request.method !== 'GET') request.headers['X-CSRFToken'] = token;
  return request;
}

/** By the system's setting, as on the other pages; Swagger UI waits for a class. */
const dark = matchMedia('(prefers-color-scheme: dark)');
const paint = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', paint);
paint();

const plugin = {
  wrapComponents: {
    // There is one server, the one that was asked for this page.
    ServersContainer: () => () => null,
    // Stands within a button, which leads to the same place.
    DeepLink:
      (_original, { React }) =>
      ({ text }) =>
        React.createElement('span', null, text),
  },
};

/** Names for those who do not see where a control stands, which Swagger UI leaves out or gives another than is seen. */
const NAMES = {
  'tr[data-param-name] :is(select, input, textarea):not([aria-label])': (control) =>
    control.closest('tr').dataset.paramName,
  'textarea.body-param__text:not([aria-label])': () => 'Request body',
  '.close-modal:not([aria-label])': () => 'Close',
  '.authorize[aria-label^="Apply"]': (control) => `Authorize: ${control.ariaLabel}`,
};
new MutationObserver(() => {
  for (const [selector, nameOf] of Object.entries(NAMES)) {
    for (const control of root.querySelectorAll(selector))
      control.setAttribute('aria-label', nameOf(control));
  }
}).observe(root, { childList: true, subtree: true });

SwaggerUIBundle({
  url: root.dataset.document,
  domNode: root,
  deepLinking: true,
  // Else it asks a server elsewhere to judge the document.
  validatorUrl: null,
  requestInterceptor: addCsrfToken,
  presets: [SwaggerUIBundle.presets.apis],
  plugins: [plugin],
});
