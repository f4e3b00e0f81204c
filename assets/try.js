// Starts Swagger UI with the specification of this deployment.

/** Swagger UI has dark colours and needs a class for them. */
const dark = matchMedia('(prefers-color-scheme: dark)');
const paint = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', paint);
paint();

// Its own look stays, but for what is dark, too pale to read, or wider than the page.
const sheet = new CSSStyleSheet();
sheet.replaceSync(`body { background: var(--ground) }
html.dark-mode, html.dark-mode .swagger-ui { background: none }
html:not(.dark-mode) #swagger-ui .opblock-summary-method { box-shadow: inset 0 0 0 9rem #0006 }
#swagger-ui .opblock-body { overflow-x: auto }
#swagger-ui .information-container { display: none }
#swagger-ui .wrapper { padding: 0 }
@media (max-width: 40rem) {
  #swagger-ui .opblock-tag small { display: none }
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
  /**
   * The cookie of a session goes with requests that have no other credentials, and with its CSRF token. Without it the
   * browser asks for no password when the service challenges for HTTP Basic (Fetch, 4.5): Authorize is for that.
   */
  requestInterceptor(request) {
    const token = /(?:^|; )csrftoken=([^;]*)/.exec(document.cookie)?.[1];
    const isOurs = new URL(request.url, location.href).origin === location.origin;
    request.credentials = token && isOurs && !request.headers.Authorization ? 'same-origin' : 'omit';
    if (request.credentials !== 'omit' && request.method !== 'GET') request.headers['X-CSRFToken'] = token;
    return request;
  },
});
