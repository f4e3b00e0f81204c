// Starts Swagger UI on this deployment's own document.

const root = document.querySelector('#explorer');

/** What the session asks of unsafe methods (the cookie itself goes along by the browser). */
function addCsrfToken(request) {
  const token = /(?:^|; )csrftoken=([^;]*)/.exec(document.cookie)?.[1];
  const isOurs = new URL(request.url, location.href).origin === location.origin;
  if (token && isOurs && request.method !== 'GET') request.headers['X-CSRFToken'] = token;
  return request;
}

SwaggerUIBundle({
  url: root.dataset.document,
  domNode: root,
  deepLinking: true,
  // Else it asks a server elsewhere to judge the document.
  validatorUrl: null,
  requestInterceptor: addCsrfToken,
  presets: [SwaggerUIBundle.presets.apis],
});
