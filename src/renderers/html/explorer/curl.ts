/** The example request of an operation, as a line for a shell. */
import type {
  DereferencedOperation,
  DereferencedPath,
  MediaType,
  Method,
  Schema,
} from '../../../contract/specification.js';

/** An operation with what surrounds it. */
export interface Described {
  readonly path: string;
  readonly item: DereferencedPath;
  readonly method: Method;
  readonly operation: DereferencedOperation;
}

/** Credentials are variables of the shell; the simplest to send by hand comes first. */
const CREDENTIALS = new Map([
  ['basic', '-u "$USERNAME:$PASSWORD"'],
  ['token', '-H "Authorization: Token $TOKEN"'],
  ['oauth2Client', '-u "$CLIENT_ID:$CLIENT_SECRET"'],
  ['oauth2', '-H "Authorization: Bearer $ACCESS_TOKEN"'],
  ['session', '-b "sessionid=$SESSION_ID; csrftoken=$CSRF_TOKEN" -H "X-CSRFToken: $CSRF_TOKEN"'],
]);

/** OAuth 1.0a needs a program that signs. */
export const credentialsFor = (scheme: string): string =>
  CREDENTIALS.get(scheme) ?? '-H "Authorization: $CREDENTIALS"';

/** @returns undefined for a form that needs the CSRF token of its page */
export function curlOf({ path, item, method, operation }: Described, base: string): string | undefined {
  if (item['x-csrf']) return undefined;
  const { parameters = [] } = operation;
  const target = path.replace(/\{(\w+)\}/g, (_part, name) =>
    String(parameters.find((parameter) => parameter.name === name)?.example ?? name),
  );
  const { security = [], requestBody } = operation;
  const schemes = security.flatMap(Object.keys);
  const isOpen = method === 'get' && security.some((scheme) => Object.keys(scheme).length === 0);
  const scheme = [...CREDENTIALS.keys()].find((name) => schemes.includes(name)) ?? schemes[0];
  return [
    `curl${method === 'get' ? '' : ` -X ${method.toUpperCase()}`} ${quote(base + target)}`,
    ...(isOpen || scheme === undefined ? [] : [credentialsFor(scheme)]),
    ...(requestBody ? bodyOptions(requestBody.content) : []),
  ].join(' \\\n  ');
}

function bodyOptions(content: Readonly<Record<string, MediaType>>): string[] {
  const [[type, { schema = {}, example = exampleOf(schema) }] = ['', {}]] = Object.entries(content);
  if (type === 'application/json')
    return [`-H 'Content-Type: ${type}'`, `-d ${quote(JSON.stringify(example))}`];
  return Object.entries(Object(example)).map(
    ([name, value]) => `--data-urlencode ${quote(`${name}=${value}`)}`,
  );
}

/** The examples of the properties, so that each is typed once. @returns undefined when nothing names a value */
export function exampleOf({
  example,
  items,
  properties,
  enum: choices,
  default: initial,
}: Partial<Schema>): unknown {
  if (example !== undefined) return example;
  if (items) return [exampleOf(items)];
  if (!properties) return initial ?? choices?.[0];
  const members = Object.entries(properties).map(([name, schema]) => [name, exampleOf(schema)]);
  return Object.fromEntries(members.filter(([, value]) => value !== undefined));
}

/** A POSIX shell expands nothing between single quotes. */
const quote = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
