// From fields to bytes: dredd knows the examples of JSON bodies alone, and sends forms empty.

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

module.exports = { encodeBody };
