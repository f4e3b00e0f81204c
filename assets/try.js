// Starts Swagger UI with the specification of this deployment.

/** Swagger UI has dark colours and needs a class for them. */
const dark = matchMedia('(prefers-color-scheme: dark)');
const paint = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', paint);
paint();

// The rest of its look is its own, below the header of all pages. A wide table scrolls in itself.
const sheet = new CSSStyleSheet();
sheet.replaceSync(`body { background: var(--ground) }
html.dark-mode, html.dark-mode .swagger-ui, html.dark-mode .swagger-ui .scheme-container { background: none }
.schemes-server-container > :has(option:only-child) { display: none }
#swagger-ui { overflow-x: auto }
.swagger-ui .information-container { display: none }
.swagger-ui, .swagger-ui :is(p, a, td, th, h2, h4, label, button, input, select, .opblock-summary-description) {
  font-family: system-ui, sans-serif;
}`);
document.adoptedStyleSheets = [sheet];

SwaggerUIBundle({
  url: document.querySelector('#swagger-ui').dataset.specification,
  dom_id: '#swagger-ui',
  deepLinking: true,
  filter: true,
  defaultModelsExpandDepth: -1,
  // Otherwise the specification goes to a validator on another server.
  validatorUrl: null,
  /** The browser sends the cookie of a session by itself. Unsafe methods need its CSRF token too. */
  requestInterceptor(request) {
    const token = /(?:^|; )csrftoken=([^;]*)/.exec(document.cookie)?.[1];
    const isOurs = new URL(request.url, location.href).origin === location.origin;
    if (token && isOurs && request.method !== 'GET') request.headers['X-CSRFToken'] = token;
    return request;
  },
});
