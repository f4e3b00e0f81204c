/** The request of a page as HTTP, as curl line and as SDK call, each with a button that copies it. */
import { escapeDirectionControls, type Html, html } from '../html.js';
import type { ShownRequest } from './shown-request.js';

/** The shown request names a file instead of a longer body, which keeps a page under 100 KB. */
const LONGEST_BODY = 2000;

export function requestView(request: ShownRequest): Html {
  const shown = [
    ['HTTP', asHttp(request)],
    ['curl', asCurl(request)],
    ['SDK', asCall(request)],
  ] as const;
  return html`<div class="copies" role="group" aria-label="The request to copy">
${shown.map(
  ([name, text]) =>
    text !== undefined &&
    html`<details class="copy" name="copy"><summary>${name}</summary>
<button type="button" class="quiet scripted copy-button" data-copy>Copy</button>
<pre tabindex="0" aria-label="The request as ${name}">${escapeDirectionControls(text)}</pre></details>
`,
)}</div>`;
}

export function asHttp({ method, target, origin, headers, credentials, body }: ShownRequest): string {
  // Not by parsing the URL: the `Host` that was sent may not be valid in one.
  const host = origin.replace(/^https?:\/\//, '');
  const lines = [['Host', host], ...headers, ...(credentials?.headers ?? [])];
  const head = [`${method} ${target} HTTP/1.1`, ...lines.map(([name, value]) => `${name}: ${value}`)];
  return `${head.join('\n')}\n${body ? `\n${short(body) ?? '(the content of body.json)'}\n` : ''}`;
}

export function asCurl({ method, origin, target, headers, credentials, body }: ShownRequest): string {
  const command = ['curl', ...(method === 'GET' ? [] : ['-X', method]), quote(origin + target)].join(' ');
  const options = [
    ...(credentials ? [credentials.curl] : []),
    ...headers.map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`),
    ...(body ? [`--data-binary ${quote(short(body) ?? '@body.json')}`] : []),
  ];
  return [command, ...options].join(' \\\n  ');
}

export function asCall({ origin, credentials, body, call }: ShownRequest): string | undefined {
  if (!call) return undefined;
  const { auth, from } = credentials?.sdk ?? {};
  const isShort = !body || short(body) !== undefined;
  // The SDK takes parameters and members of the body side by side.
  const [path, all] = [literal(call.given), literal({ ...call.given, ...body })];
  const long = path === '{}' ? 'body' : `{ ...${path}, ...body }`;
  const shown = !isShort ? long : all === '{}' ? '' : all;
  return `import { ${[from, 'createClient'].filter(Boolean).sort().join(', ')} } from 'snippet-store-sdk';

const store = createClient({ baseUrl: ${literal(origin)}${auth === undefined ? '' : `, auth: ${auth}`} });
console.log(await store.${call.name}(${shown}));
`;
}

/** @returns undefined for a long body */
function short(body: object): string | undefined {
  const text = JSON.stringify(body);
  return text.length > LONGEST_BODY ? undefined : text;
}

/** A POSIX shell expands nothing between single quotes. */
const quote = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

/** A TypeScript literal: JSON without quotes around simple keys. */
function literal(value: unknown): string {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return JSON.stringify(value);
  const members = Object.entries(value).map(([name, member]) => {
    const key = /^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name);
    return `${key}: ${literal(member)}`;
  });
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}
