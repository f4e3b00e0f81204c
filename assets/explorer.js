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

/** The text in the place of the session's credentials, which no script can set: the login form does. */
function sessionText({ createElement }) {
  const name = document.querySelector('.site .username')?.textContent;
  if (name)
    return [
      'You are logged in as ',
      createElement('bdi', { key: 0 }, name),
      ': requests carry your session.',
    ];
  const login = document.querySelector('.site .login');
  if (!login) return 'Requests carry the session of who is logged in.';
  const link = createElement('a', { key: 0, href: login.getAttribute('href') }, login.textContent);
  return [link, ', and requests carry your session.'];
}

const plugin = {
  wrapComponents: {
    // A lock would be shut for nothing but what "Authorize" took, and says nothing of the session.
    authorizeOperationBtn: () => () => null,
    // One for each scheme of the dialog.
    auths:
      (Original, { React }) =>
      (properties) => {
        const { createElement } = React;
        if (!properties.definitions.has('session')) return createElement(Original, properties);
        const heading = createElement('h4', null, createElement('code', null, 'session'));
        const text = createElement('p', null, sessionText(React));
        return createElement('div', { className: 'auth-container' }, heading, text);
      },
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
