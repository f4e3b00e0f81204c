/** Every operation of a document, with what its path item gives to all of them. */
import { alternatives, kindsOf } from '../generation/schemas.js';
import { flawsIn, isOpen, placeOf } from './dereference.js';
import { asList, asRecord, isRecord, type Member, mapMembers, type Place, type Schema } from './model.js';

/** With the methods of other paths that fit its own, too. */
export type Operation = Readonly<ReturnType<typeof readOperation>> & {
  readonly overlapping: readonly string[];
};
export type Parameter = Readonly<ReturnType<typeof readParameter>>;
export type Body = Readonly<ReturnType<typeof readBodies>[number]>;
export type Link = Readonly<ReturnType<typeof readLink>>;
export type DeclaredResponse = Readonly<ReturnType<typeof readResponse>>;

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query'];

export function listOperations(root: Member): Operation[] {
  const operations = Object.entries(asRecord(root.paths)).flatMap(([path, node]) => {
    // What begins otherwise is an extension.
    if (!path.startsWith('/')) return [];
    const item = asRecord(node);
    const methods = METHODS.filter((method) => isRecord(item[method]));
    return methods.map((method) => readOperation(root, path, item, method, methods));
  });
  const methods = overlapsIn(operations);
  return operations.map((one) => ({ ...one, overlapping: methods.get(one.path) ?? [] }));
}

type Read = Readonly<ReturnType<typeof readOperation>>;

/** @returns by path the methods of the paths with parameters that fit it too: of `/users/{id}` for `/users/me` */
function overlapsIn(operations: readonly Read[]): Map<string, string[]> {
  const stepsOf = (path: string) => path.replace(/\/$/, '').split('/');
  const paths = new Map(operations.map(({ path, siblings }) => [path, siblings]));
  const templates = [...paths].flatMap(([path, methods]) =>
    path.includes('{') ? [{ path, methods, steps: stepsOf(path) }] : [],
  );
  return new Map(
    [...paths.keys()].map((path) => {
      const own = stepsOf(path);
      const others = templates.filter(
        ({ path: other, steps }) =>
          other !== path &&
          steps.length === own.length &&
          steps.every((step, index) => step.includes('{') || step === own[index]),
      );
      return [path, others.flatMap(({ methods }) => methods)];
    }),
  );
}

function readOperation(
  root: Member,
  path: string,
  item: Member,
  method: string,
  siblings: readonly string[],
) {
  const operation = asRecord(item[method]);
  const pointer = placeOf(operation) ?? '';
  const label = `${method.toUpperCase()} ${path}`;
  const security = asList(operation.security ?? root.security).map(asRecord);
  const parameters = readParameters([...asList(item.parameters), ...asList(operation.parameters)]);
  const body = asRecord(operation.requestBody);
  const all = readBodies(body);
  const bodies = all.filter(canWrite);
  const flaws = [...flawsIn(operation), ...flawsIn(item.parameters), ...flawsIn(item.servers)];
  return {
    id: String(operation.operationId ?? label),
    /** `PUT /snippets/{id}/`: how reports name it. */
    label,
    method: method.toUpperCase(),
    path,
    /** What stands before the path, without its last slash. */
    basePath: '',
    tags: asList(operation.tags).map(String),
    pointer,
    parameters,
    /** Those that can be written. */
    bodies,
    unwritten: all.filter((one) => !canWrite(one)).map(({ mediaType }) => mediaType),
    bodyRequired: body.required === true,
    /** What in it cannot be read, with its place. */
    flaws: flaws.map(({ message }) => message),
    /** So much that its requests and answers are not known. */
    isUnreadable: flaws.some(({ isOfSchema }) => !isOfSchema),
    /** Its own servers, or those of its path, which come before those of the document (OpenAPI 3.0.3, 4.7.10). */
    servers: operation.servers ?? item.servers,
    /** A part of what the document says of requests cannot be read: what keeps the rest is no promise. */
    isOpen: [...parameters, ...bodies].some(({ schema }) => isOpen(schema)),
    /** By status code, `4XX` or `default`. */
    responses: mapMembers(asRecord(operation.responses), (response) => readResponse(asRecord(response))),
    /** Somebody has to be known: there are requirements and none of them is empty. */
    secured: security.length > 0 && security.every((requirement) => Object.keys(requirement).length > 0),
    /** Credentials are looked at, needed or not. */
    readsCredentials: security.some((requirement) => Object.keys(requirement).length > 0),
    /** The names of the security schemes that are asked for, one of the lists; undefined when nothing is said of it. */
    security:
      operation.security === undefined && root.security === undefined ? undefined : security.map(Object.keys),
    securityPointer: operation.security === undefined ? '#/security' : `${pointer}/security`,
    siblings: siblings.map((sibling) => sibling.toUpperCase()),
  };
}

const STYLES: Readonly<Record<string, string>> = {
  path: 'simple',
  query: 'form',
  header: 'simple',
  cookie: 'form',
};

/** Parameters of these names are ignored (OpenAPI 3.0.3, 4.7.12.2.1): other parts of the document describe them. */
const IGNORED = ['accept', 'content-type', 'authorization'];

/** An operation's own parameter, which comes later, replaces its path item's of the same name and place (4.7.10). */
function readParameters(nodes: readonly unknown[]): Parameter[] {
  const found = new Map<string, Parameter>();
  for (const node of nodes.map(asRecord)) {
    const name = String(node.name);
    if (STYLES[String(node.in)] === undefined) continue;
    if (node.in === 'header' && IGNORED.includes(name.toLowerCase())) continue;
    found.set(`${node.in} ${node.in === 'header' ? name.toLowerCase() : name}`, readParameter(node));
  }
  return [...found.values()];
}

function readParameter(node: Member) {
  const [media] = Object.values(asRecord(node.content));
  const holder = media === undefined ? node : asRecord(media);
  const placed = readSchema(holder);
  const place = node.in as Place;
  const style = String(node.style ?? STYLES[place]);
  return {
    ...placed,
    name: String(node.name),
    in: place,
    required: node.required === true || place === 'path',
    description: typeof node.description === 'string' ? node.description : '',
    /** In a query (OpenAPI 3.0.3, 4.7.12.2.2). */
    mayBeEmpty: node.allowEmptyValue === true,
    examples: examplesOf(holder, placed.schema),
    /** How arrays and objects are written (OpenAPI 3.0.3, 4.7.12.3); `json` for a parameter with `content`. */
    style: media === undefined ? style : 'json',
    explode: node.explode === undefined ? style === 'form' : node.explode === true,
    /** The configuration says what it is in every request. */
    isFixed: false,
    /** Its text may have marks between its parts. */
    isComposite: kindsOf(placed.schema).some((kind) => kind === 'array' || kind === 'object'),
  };
}

function readBodies({ content }: Member) {
  return Object.entries(asRecord(content)).map(([mediaType, node]) => {
    const media = asRecord(node);
    const placed = readSchema(media);
    const given = examplesOf(media, placed.schema);
    const examples = given.length > 0 ? given : composedExample(placed.schema);
    return { mediaType, ...placed, examples, encoding: readEncoding(media.encoding) };
  });
}

/** A structure that is not written here is sent when the document has an example of its text. */
const canWrite = ({ mediaType, examples }: Body) =>
  !/^application\/(.+\+)?(xml|yaml)$/i.test(mediaType.split(';')[0] ?? '') ||
  examples.some((example) => typeof example === 'string');

/** How members of a form are written (OpenAPI 3.0.3, 4.7.15), where the document says so. */
const readEncoding = (node: unknown) =>
  mapMembers(asRecord(node), (one) => {
    const { contentType, style = 'form', explode = true } = asRecord(one);
    // Not as HTML forms have it.
    const isStyled = style !== 'form' || explode !== true;
    return { contentType: typeof contentType === 'string' ? contentType : undefined, isStyled };
  });

function readResponse(node: Member) {
  const headers = mapMembers(asRecord(node.headers), (header) => {
    const declared = asRecord(header);
    return { required: declared.required === true, schema: readSchema(declared).schema };
  });
  const content = Object.entries(asRecord(node.content)).map(([mediaType, media]) => ({
    mediaType,
    ...readSchema(asRecord(media)),
  }));
  const description = String(node.description ?? '');
  const links = Object.entries(asRecord(node.links)).map(([name, link]) => readLink(name, asRecord(link)));
  return { description, headers, content, links, pointer: placeOf(node) ?? '' };
}

function readLink(name: string, node: Member) {
  const text = (value: unknown) => (typeof value === 'string' ? value : undefined);
  return {
    name,
    operationId: text(node.operationId),
    operationRef: text(node.operationRef),
    parameters: asRecord(node.parameters),
    requestBody: node.requestBody,
    pointer: placeOf(node) ?? '',
  };
}

/** Without a schema everything is allowed: then the holder is itself what the pointer names. */
function readSchema(holder: Member): { schema: Schema; pointer: string } {
  // A schema is what the document says at a schema's place; nothing more can be known of it.
  const schema = asRecord(holder.schema) as Schema;
  return { schema, pointer: placeOf(schema) ?? placeOf(holder) ?? '' };
}

function examplesOf(holder: Member, schema: Schema): unknown[] {
  const named = Object.values(asRecord(holder.examples)).map((entry) => asRecord(entry).value);
  return [holder.example, ...named, ...ownExamples(schema)].filter((example) => example !== undefined);
}

const ownExamples = ({ example, examples }: Schema) => [example, ...asList(examples)];

function composedExample(schema: Schema): unknown[] {
  const [{ properties = {}, required = [] } = {}] = alternatives(schema);
  const members = Object.entries(properties).flatMap(([name, property]) => {
    const [example] = alternatives(property)
      .flatMap((one) => [...ownExamples(one), ...(required.includes(name) ? [one.default, one.const] : [])])
      .filter((value) => value !== undefined);
    return example === undefined ? [] : [[name, example] as const];
  });
  const names = members.map(([name]) => name);
  return members.length > 0 && required.every((name) => names.includes(name))
    ? [Object.fromEntries(members)]
    : [];
}

const NOWHERE = 'http://any.invalid';

/** @returns the path of the server of the same host, else of a relative one; undefined when there is none */
export function basePathOn(servers: unknown, origin: string): string | undefined {
  const found = asList(servers).flatMap((server) => {
    const { url = '/', variables } = asRecord(server);
    const filled = String(url).replace(/\{([^}]+)\}/g, (_whole, name: string) =>
      String(asRecord(asRecord(variables)[name]).default ?? ''),
    );
    return URL.canParse(filled, NOWHERE) ? [new URL(filled, NOWHERE)] : [];
  });
  const own = found.find((url) => url.origin === origin) ?? found.find((url) => url.origin === NOWHERE);
  return own?.pathname.replace(/\/$/, '');
}
