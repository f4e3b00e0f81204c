// Signs requests with OAuth 1.0a (RFC 5849) on the platform's own cryptography: HMAC-SHA256, with the hash of the body.
// BASE_URL, CONSUMER_KEY, CONSUMER_SECRET, OAUTH_TOKEN and OAUTH_TOKEN_SECRET come from the environment.
import { createClient, oauth1 } from 'snippet-store-sdk';

const { BASE_URL, CONSUMER_KEY, CONSUMER_SECRET, OAUTH_TOKEN, OAUTH_TOKEN_SECRET } = process.env;

/** Percent-encoding of RFC 5849, 3.6: everything but letters, digits and -._~ */
const encode = (text) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);

const toBase64 = (buffer) => btoa(String.fromCharCode(...new Uint8Array(buffer)));

async function hmac(key, text) {
  const bytes = (value) => new TextEncoder().encode(value);
  const imported = await crypto.subtle.importKey(
    'raw',
    bytes(key),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['sign'],
  );
  return toBase64(await crypto.subtle.sign('HMAC', imported, bytes(text)));
}

async function sign(request) {
  const url = new URL(request.url);
  const body = await request.arrayBuffer();
  const parameters = {
    oauth_consumer_key: CONSUMER_KEY,
    oauth_token: OAUTH_TOKEN,
    oauth_signature_method: 'HMAC-SHA256',
    oauth_timestamp: String(Math.floor(Date.now() / 1000)),
    oauth_nonce: crypto.randomUUID(),
    oauth_version: '1.0',
    ...(body.byteLength > 0 && { oauth_body_hash: toBase64(await crypto.subtle.digest('SHA-256', body)) }),
  };
  const pairs = [...Object.entries(parameters), ...url.searchParams]
    .map((pair) => pair.map(encode))
    .sort(([a, x], [b, y]) => (a === b ? (x < y ? -1 : 1) : a < b ? -1 : 1))
    .map((pair) => pair.join('='));
  const base = [request.method, url.origin + url.pathname, pairs.join('&')].map(encode).join('&');
  const signature = await hmac(`${encode(CONSUMER_SECRET)}&${encode(OAUTH_TOKEN_SECRET)}`, base);
  const members = Object.entries({ ...parameters, oauth_signature: signature });
  return `OAuth ${members.map(([name, value]) => `${name}="${encode(value)}"`).join(', ')}`;
}

const store = createClient({ baseUrl: BASE_URL, auth: oauth1(sign) });
const { id, owner } = await store.createSnippet({ code: 'print("grüße")', title: 'It is (signed)!' });
console.log(`${owner} stored snippet ${id}`);
console.log(`${(await store.listSnippets({ q: 'grüße' }).toArray()).length} found`);
await store.deleteSnippet({ id });
