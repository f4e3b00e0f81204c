// A request as the steps see it, made from dredd's and written back to it, or sent by itself.
const { cases, services } = require('./context.cjs');

/** @returns the document's own example, asking for the form of the answer that the transaction expects */
function draftOf(transaction, documented) {
  const { pathname, searchParams } = new URL(transaction.fullPath, 'http://any.invalid');
  const { 'Content-Type': _type, ...given } = transaction.request.headers;
  // dredd sends a header whose parameter has no example, with an empty value.
  const headers = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ''));
  if (documented.responseType) headers.Accept = acceptFor(documented);
  if (searchParams.has('format'))
    searchParams.set('format', documented.responseType === 'text/html' ? 'api' : 'json');
  return {
    service: services.usual,
    method: transaction.request.method,
    template: documented.path,
    pathname,
    query: searchParams,
    headers,
    type: documented.requestType,
    fields: { ...documented.example },
    /** Sent instead of the fields. */
    raw: undefined,
  };
}

/** An error may come in a form that success never has: then both are accepted, the error's first. */
function acceptFor({ responseType, successTypes }) {
  const others = successTypes.includes(responseType) ? [] : successTypes;
  return [responseType, ...others].join(', ');
}

/** Puts an id in the place of the path's parameter. */
function setId(draft, id) {
  draft.pathname = draft.template.replace(/\{\w+\}/, id);
}

const targetOf = ({ pathname, query }) => (query.size > 0 ? `${pathname}?${query}` : pathname);

/** @returns a request of the operation with its example, to be changed by the caller */
function exampleOf(operation, service) {
  const { method, path, requestType, example } = cases.find((known) => known.operation === operation);
  return {
    service,
    method,
    template: path,
    pathname: path,
    query: new URLSearchParams(),
    headers: {},
    type: requestType,
    fields: { ...example },
    raw: undefined,
  };
}

const ENCODERS = {
  'application/json': async (fields) => encoded('application/json', JSON.stringify(fields)),
  'application/x-www-form-urlencoded': async (fields) =>
    encoded('application/x-www-form-urlencoded', String(new URLSearchParams(fields))),
  async 'multipart/form-data'(fields) {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    const response = new Response(form);
    const bytes = Buffer.from(await response.arrayBuffer());
    return { contentType: response.headers.get('content-type'), bytes };
  },
};

const encoded = (contentType, text) => ({ contentType, bytes: Buffer.from(text) });

/** @returns the bytes, none when the operation takes no body */
async function encodeBody({ type, fields, raw }) {
  if (raw !== undefined) return encoded(type, raw);
  if (!type) return encoded(undefined, '');
  return ENCODERS[type](fields);
}

/** Has dredd send the draft. */
async function writeTo(transaction, draft) {
  const { hostname, port } = new URL(draft.service.url);
  const { contentType, bytes } = await encodeBody(draft);
  Object.assign(transaction, { host: hostname, port, fullPath: targetOf(draft) });
  transaction.request.headers = { ...draft.headers, ...(contentType && { 'Content-Type': contentType }) };
  transaction.request.body = bytes.toString();
}

/** Sends the draft itself: what a transaction needs before its turn. */
async function send(draft) {
  const { contentType, bytes } = await encodeBody(draft);
  return fetch(draft.service.url + targetOf(draft), {
    method: draft.method,
    headers: { ...draft.headers, ...(contentType && { 'Content-Type': contentType }) },
    body: bytes.length > 0 ? bytes : undefined,
    redirect: 'manual',
  });
}

module.exports = { draftOf, exampleOf, send, setId, writeTo };
