// Requests near to those of the specification: a right one, spoiled in some places, or bytes that are hardly HTTP.

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE', 'FOO', 'get', ''];
const HEADERS = [
  ...['Accept', 'Accept-Encoding', 'Content-Type', 'Content-Encoding', 'Content-Length', 'Transfer-Encoding'],
  ...[
    'Cookie',
    'Host',
    'If-Match',
    'If-None-Match',
    'Idempotency-Key',
    'Origin',
    'Referer',
    'Expect',
    'Range',
    'Connection',
    'TE',
  ],
  ...[
    'X-Forwarded-For',
    'X-Forwarded-Proto',
    'X-Request-Id',
    'X-CSRFToken',
    'Authorization',
    'Upgrade',
    'Via',
  ],
];
const VALUES = [
  ...[
    'text/html',
    'application/json',
    '*/*',
    'gzip',
    'br',
    'identity',
    'chunked',
    '0',
    '-1',
    '5',
    '99999999999',
  ],
  ...[
    '"1"',
    'W/"1"',
    '*',
    'close',
    'keep-alive',
    '100-continue',
    'h2c',
    'bytes=0-1',
    'null',
    'http://a.invalid',
  ],
  ...[
    'sessionid=x; csrftoken=y',
    'Basic YTpi',
    'Basic !',
    'Token x',
    'Bearer x',
    'OAuth a="b"',
    'multipart/form-data',
  ],
];
const JSONS = [
  '{}',
  '[]',
  'null',
  '{"code":"x"}',
  '{"code":1}',
  '{"code":"\\u0000"}',
  '{"code":"\\ud800"}',
  '{',
  '"',
];
const FORMS = [
  'code=x',
  'code=',
  'code=%00',
  'code=%FF',
  '&&&',
  'username=a&password=b',
  'code=x&code=y',
  '=',
  '%',
];

/**
 * @param random of makeRandom
 * @param target its operations and credentials
 * @returns the bytes; the operation, if there is one; whether the request is whole, so that an answer must come
 */
export function makeRequest(random, { operations, credentials }) {
  if (random.chance(0.05)) return { bytes: Buffer.from(random.text(400)), isWhole: false };
  const operation = random.pick(operations);
  const method = random.chance(0.1) ? random.pick(METHODS) : operation.method;
  const headers = [
    ['Host', '127.0.0.1'],
    ['Connection', 'close'],
  ];
  if (random.chance(0.6)) headers.push(['Authorization', random.pick(credentials)]);
  if (random.chance(0.5)) headers.push(['Accept', random.chance(0.5) ? 'text/html' : '*/*']);
  const body = makeBody(random, operation);
  if (body) headers.push(['Content-Type', body.type], ['Content-Length', String(body.bytes.length)]);
  const isSpoiled = random.chance(0.3);
  if (isSpoiled) spoil(random, headers);
  const head = [
    `${method} ${makePath(random, operation)} HTTP/1.1`,
    ...headers.map(([name, value]) => `${name}: ${value}`),
  ].join('\r\n');
  const bytes = Buffer.concat([Buffer.from(`${head}\r\n\r\n`), body?.bytes ?? Buffer.alloc(0)]);
  if (!random.chance(0.1)) return { bytes, operation: operation.object, isWhole: !isSpoiled };
  return { bytes: breakBytes(random, bytes), operation: operation.object, isWhole: false };
}

function makePath(random, { path, query }) {
  const filled = path.replace(/\{[^{}]+\}/g, () =>
    random.chance(0.7) ? String(random.below(random.pick([50, 3000]))) : encodeURIComponent(random.text(8)),
  );
  if (random.chance(0.1)) return `${filled}${clean(random.text(12))}`;
  if (!random.chance(0.4)) return filled;
  const name = query.length > 0 && random.chance(0.7) ? random.pick(query) : clean(random.text(4));
  const value = random.chance(0.5) ? encodeURIComponent(random.text(40)) : clean(random.text(40));
  return `${filled}?${name}=${value}`;
}

/** As a request line can hold it. */
const clean = (text) => text.replace(/[^\x21-\x7e]/g, '%');

function makeBody(random, { types }) {
  if (types.length === 0 && random.chance(0.9)) return undefined;
  const type =
    random.chance(0.9) && types.length > 0 ? random.pick(types) : random.text(20).replace(/[^!-~]/g, '');
  const text = makeText(random, type);
  const isMultipart = type === 'multipart/form-data';
  return { type: isMultipart ? `${type}; boundary=b` : type, bytes: Buffer.from(text) };
}

function makeText(random, type) {
  if (type === 'application/json') {
    if (random.chance(0.4)) return random.pick(JSONS);
    if (random.chance(0.1)) return '['.repeat(random.below(5000));
    const language = random.chance(0.2) ? random.text(5) : 'python';
    // What is refused reaches no store: half of the texts are harmless.
    if (random.chance(0.5)) return JSON.stringify({ code: `print(${random.below(9)})`, language });
    return JSON.stringify({ code: random.text(random.pick([10, 300])), title: random.text(5), language });
  }
  if (type === 'multipart/form-data') {
    const part = `--b\r\nContent-Disposition: form-data; name="code"${random.chance(0.2) ? clean(random.text(9)) : ''}`;
    return `${part}\r\n\r\n${random.text(10)}\r\n--b${random.chance(0.9) ? '--\r\n' : ''}`;
  }
  return random.chance(0.5)
    ? random.pick(FORMS)
    : `code=${encodeURIComponent(random.text(random.pick([10, 300])))}`;
}

function spoil(random, headers) {
  for (let i = 0; i <= random.below(3); i++) {
    const value = random.chance(0.6) ? random.pick(VALUES) : random.text(60).replace(/[\r\n\0]/g, '');
    headers.push([random.pick(HEADERS), value]);
  }
}

/** Cut off, doubled (pipelined), or with one byte changed. */
function breakBytes(random, bytes) {
  const way = random.below(3);
  if (way === 0) return bytes.subarray(0, random.below(bytes.length));
  if (way === 1) return Buffer.concat([bytes, bytes]);
  const changed = Buffer.from(bytes);
  changed[random.below(changed.length)] = random.below(256);
  return changed;
}
