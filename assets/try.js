// Starts Swagger UI with the specification of this deployment.

/** Swagger UI has dark colours and needs a class for them. */
const dark = matchMedia('(prefers-color-scheme: dark)');
const paint = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', paint);
paint();

// The rest of its look is its own, below the header of all pages, where the filter and Authorize share a row. A wide
// table scrolls in itself. The lock of an operation is closed where everybody may read.
const sheet = new CSSStyleSheet();
sheet.replaceSync(`body { background: var(--ground) }
html.dark-mode, html.dark-mode .swagger-ui { background: none }
#swagger-ui .swagger-ui { overflow-wrap: break-word }
#swagger-ui :is(.information-container, .authorization__btn),
.schemes-server-container > :has(option:only-child) { display: none }
#swagger-ui div:has(> .scheme-container) { display: flex; flex-wrap: wrap; gap: 0.5rem; margin-top: 1rem }
#swagger-ui .scheme-container { order: 1; margin: 0; padding: 0; background: none; box-shadow: none }
#swagger-ui div:has(> .filter-container) { flex: 1 1 12rem }
#swagger-ui main { order: 2; width: 100% }
#swagger-ui .opblock-body { overflow-x: auto }
#swagger-ui .wrapper { gap: 0; max-width: none; padding: 0 }
#swagger-ui :is(.operation-filter-input, .authorize) { min-height: 2.75rem; margin: 0; border: 1px solid var(--edge) }
#swagger-ui .operation-filter-input { max-width: none }
#swagger-ui .authorize { padding: 0 0.85rem; color: var(--text) }
#swagger-ui .authorize svg { fill: currentcolor }
html:not(.dark-mode) #swagger-ui .opblock-summary-method { box-shadow: inset 0 0 0 9rem #0006 }
#swagger-ui .opblock-tag { padding: 1.25rem 0 0.4rem; font-size: 1.0625rem }
#swagger-ui .opblock-summary-path { word-break: normal }
@media (max-width: 40rem) {
  #swagger-ui .opblock-tag small { display: none }
  #swagger-ui .opblock-summary-method { min-width: 3.75rem; font-size: 0.75rem }
}
.swagger-ui, .swagger-ui :is(p, a, td, th, h2, h4, label, button, input, select, .opblock-summary-description) {
  font-family: var(--sans);
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
