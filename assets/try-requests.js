// Starts Swagger UI with the specification of this deployment, in place of the readable page.

const root = document.querySelector('#explorer');

/** Adds the CSRF token that unsafe methods need. The browser sends the session cookie by itself. */
function addCsrfToken(request) {
  // Filled when the curl line is shown.
  request.curlOptions = [];
  const token = /(?:^|; )csrftoken=([^;]*)/.exec(document.cookie)?.[1];
  const isOurs = new URL(request.url, location.href).origin === location.origin;
  if (token && isOurs && request.method !== 'GET') request.headers['X-CSRFToken'] = token;
  return request;
}

const curlOptions = JSON.parse(root.dataset.curl);

/** Leaves out of the specification what the readable page says: the rules of all operations, and their errors. */
function readSpecification(response) {
  if (new URL(response.url, location.href).pathname !== root.dataset.document || !response.ok)
    return response;
  const specification = JSON.parse(response.text);
  specification.info.description = specification.info.description.split('\n\n', 1)[0];
  const operations = Object.values(specification.paths).flatMap(Object.values);
  for (const { responses = {} } of operations)
    for (const [status, answer] of Object.entries(responses))
      if (status >= '400') delete responses[status];
      // The answer to a request that is sent has its headers.
      else delete answer.headers;
  response.text = JSON.stringify(specification);
  return response;
}

const username = () => document.querySelector('.site .username')?.textContent;

/** Follows the system's dark mode, as the other pages do. Swagger UI needs a class for it. */
const dark = matchMedia('(prefers-color-scheme: dark)');
const paint = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', paint);
paint();

/** Replaces the session's credentials in the dialog, which no script can set, by a text about the login form. */
function sessionText({ createElement }) {
  const name = username();
  if (name)
    return ['You are logged in as ', createElement('bdi', { key: 0 }, name), '. Requests use your session.'];
  const login = document.querySelector('.site .login');
  if (!login) return 'Requests use the session of the user who is logged in.';
  const link = createElement('a', { key: 0, href: login.getAttribute('href') }, login.textContent);
  return [link, ', then requests use your session.'];
}

/** The colours of code, by the names of highlight.js. */
const COLOURS = {
  'hljs-attr': { color: 'var(--key)' },
  'hljs-string': { color: 'var(--string)' },
  'hljs-number': { color: 'var(--number)' },
  'hljs-literal': { color: 'var(--number)' },
};

const plugin = {
  rootInjects: { syntaxHighlighting: { styles: { page: COLOURS } } },
  wrapComponents: {
    // A lock shows only credentials from "Authorize", not the session.
    authorizeOperationBtn: () => () => null,
    // One for each scheme in the dialog.
    auths:
      (Original, { React }) =>
      (properties) => {
        const { createElement } = React;
        if (!properties.definitions.has('session')) return createElement(Original, properties);
        const heading = createElement('h4', null, createElement('code', null, 'session'));
        const text = createElement('p', null, sessionText(React));
        return createElement('div', { className: 'auth-container' }, heading, text);
      },
    // Credentials are named, because Swagger UI writes them out, and a session's cookie it does not know.
    curl:
      (Original, { React }) =>
      ({ request, ...properties }) => {
        const headers = request.get('headers');
        const sent = headers?.entries?.() ?? [];
        const { options, rest } = nameCredentials(sent, curlOptions, Boolean(username()));
        const named = request
          .set(
            'headers',
            headers?.filter((_value, name) => rest.has(name)),
          )
          .update('curlOptions', (given) => options.reduce((list, option) => list.push(option), given));
        return React.createElement(Original, { ...properties, request: named });
      },
    // There is only one server, the one of this page.
    ServersContainer: () => () => null,
    // It is inside a button with the same target.
    DeepLink:
      (_original, { React }) =>
      ({ text }) =>
        React.createElement('span', null, text),
  },
};

/**
 * Makes the options of a curl line that name the credentials of a request, so that it works when it is pasted, and
 * can be shared.
 *
 * @param {Map<string, string>} headers of the request
 * @param {Record<string, string>} known options: by scheme of `Authorization`, `session` and `csrf` for a session
 * @param {boolean} isLoggedIn whether the browser sends a session
 * @returns {{options: string[], rest: Map<string, string>}} the other headers stay as they are
 */
function nameCredentials(headers, known, isLoggedIn) {
  const rest = new Map();
  const options = [];
  for (const [name, value] of headers) {
    const option = optionOf(name.toLowerCase(), value, known);
    if (option) options.push(option);
    else rest.set(name, value);
  }
  if (isLoggedIn && options.length === 0) options.push(known.session);
  return { options, rest };
}

function optionOf(name, value, known) {
  if (name === 'x-csrftoken') return known.csrf;
  if (name !== 'authorization') return undefined;
  const [scheme] = value.split(' ');
  const key = scheme.toLowerCase();
  return Object.hasOwn(known, key) ? known[key] : `-H "Authorization: ${scheme} $TOKEN"`;
}

/** Attributes for screen readers where Swagger UI has none, or one that differs from the visible text. */
const ATTRIBUTES = {
  'tr[data-param-name] :is(select, input, textarea):not([aria-label])': (control) => ({
    'aria-label': control.closest('tr').dataset.paramName,
  }),
  'textarea.body-param__text:not([aria-label])': () => ({ 'aria-label': 'Request body' }),
  // Long lines are scrolled by keys too.
  'pre.microlight:not([tabindex])': () => ({ tabindex: '0' }),
  '.close-modal:not([aria-label])': () => ({ 'aria-label': 'Close' }),
  '.authorize[aria-label^="Apply"]': (control) => ({ 'aria-label': `Authorize: ${control.ariaLabel}` }),
  '[role="region"]:not([aria-label])': (region) => ({
    'aria-label': region.id.replaceAll('_', ' ') || 'Responses',
  }),
  '.information-container:not([role])': () => ({ role: 'region', 'aria-label': 'About this API' }),
  '.scheme-container:not([role])': () => ({ role: 'region', 'aria-label': 'Credentials' }),
  // Its headings leave out a level.
  'h3:not([role])': () => ({ role: 'heading', 'aria-level': '2' }),
  'h4:not([role])': () => ({ role: 'heading', 'aria-level': '3' }),
  'h5:not([role])': () => ({ role: 'heading', 'aria-level': '4' }),
};

/** @param place the element for Swagger UI */
export function start(place) {
  new MutationObserver(() => {
    for (const [selector, attributesOf] of Object.entries(ATTRIBUTES)) {
      for (const element of place.querySelectorAll(selector))
        for (const [name, value] of Object.entries(attributesOf(element))) element.setAttribute(name, value);
    }
  }).observe(place, { childList: true, subtree: true });

  SwaggerUIBundle({
    url: root.dataset.document,
    domNode: place,
    deepLinking: true,
    // The schemas of all bodies would follow the operations.
    defaultModelsExpandDepth: -1,
    // Otherwise Swagger UI sends the specification to a validator on another server.
    validatorUrl: null,
    syntaxHighlight: { theme: 'page' },
    requestInterceptor: addCsrfToken,
    responseInterceptor: readSpecification,
    presets: [SwaggerUIBundle.presets.apis],
    plugins: [plugin],
  });
}
