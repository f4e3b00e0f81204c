// A request as the steps see it, made from dredd's and written back to it, or sent by itself.
const { encodeBody } = require('./encode-body.cjs');
const { services } = require('./context.cjs');

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

module.exports = { draftOf, send, setId, writeTo };
