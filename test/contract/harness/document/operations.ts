/** Every operation of a document, with what its path item gives to all of them. */
import {
  asList,
  asRecord,
  type Body,
  type DeclaredResponse,
  type Encoding,
  isRecord,
  type Link,
  type Member,
  type Operation,
  type Parameter,
  type Place,
  type Schema,
} from './model.js';
import { escapeStep, type Found, resolve } from './references.js';

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

/**
 * @param isOpen whether something of a schema could not be read
 * @throws CannotRun when a reference leads nowhere
 */
export function listOperations(
  source: Member,
  isOpen: (schema: Schema) => boolean = () => false,
): Operation[] {
  return Object.entries(asRecord(source.paths)).flatMap(([path, node]) => {
    const item = resolve(source, node, `#/paths/${escapeStep(path)}`);
    const methods = METHODS.filter((method) => isRecord(item.node[method]));
    return methods.map((method) => {
      const found = { node: asRecord(item.node[method]), pointer: `${item.pointer}/${method}` };
      const operation = readOperation(source, path, item, found, method, methods);
      const { parameters, bodies } = operation;
      return { ...operation, isOpen: [...parameters, ...bodies].some(({ schema }) => isOpen(schema)) };
    });
  });
}

function readOperation(
  source: Member,
  path: string,
  item: Found,
  { node: operation, pointer }: Found,
  method: string,
  siblings: readonly string[],
): Omit<Operation, 'isOpen'> {
  const label = `${method.toUpperCase()} ${path}`;
  const security = asList(operation.security ?? source.security).map(asRecord);
  const body = resolve(source, operation.requestBody, `${pointer}/requestBody`);
  return {
    id: String(operation.operationId ?? label),
    label,
    method: method.toUpperCase(),
    path,
    // The nearest servers hide the others (OpenAPI 3.0.3, 4.7.9 and 4.7.10).
    servers: readServers(operation.servers ?? item.node.servers ?? source.servers),
    basePath: '',
    tags: asList(operation.tags).map(String),
    pointer,
    parameters: readParameters(source, [
      { nodes: asList(item.node.parameters), pointer: `${item.pointer}/parameters` },
      { nodes: asList(operation.parameters), pointer: `${pointer}/parameters` },
    ]),
    bodies: readBodies(source, body),
    bodyRequired: body.node.required === true,
    responses: readResponses(source, asRecord(operation.responses), `${pointer}/responses`),
    secured: security.length > 0 && security.every((requirement) => Object.keys(requirement).length > 0),
    readsCredentials: security.some((requirement) => Object.keys(requirement).length > 0),
    securityPointer: operation.security === undefined ? '#/security' : `${pointer}/security`,
    siblings: siblings.map((sibling) => sibling.toUpperCase()),
  };
}

function readBodies(source: Member, { node, pointer }: Found): Body[] {
  return Object.entries(asRecord(node.content)).map(([mediaType, media]) => {
    const { node: content, pointer: at } = resolve(
      source,
      media,
      `${pointer}/content/${escapeStep(mediaType)}`,
    );
    const schema = readSchema(source, content, at);
    const examples = examplesOf(source, asRecord(content), schema.schema);
    return { mediaType, ...schema, examples, encoding: readEncoding(asRecord(content).encoding) };
  });
}

function readEncoding(node: unknown): Record<string, Encoding> {
  return Object.fromEntries(
    Object.entries(asRecord(node)).map(([name, one]) => {
      const { contentType, style, explode } = asRecord(one);
      return [
        name,
        {
          ...(typeof contentType === 'string' ? { contentType } : {}),
          ...(typeof style === 'string' ? { style } : {}),
          ...(typeof explode === 'boolean' ? { explode } : {}),
        },
      ];
    }),
  );
}

function readResponses(source: Member, nodes: Member, pointer: string): Record<string, DeclaredResponse> {
  return Object.fromEntries(
    Object.entries(nodes).map(([status, reference]) => [
      status,
      readResponse(source, resolve(source, reference, `${pointer}/${status}`)),
    ]),
  );
}

function readResponse(source: Member, { node, pointer }: Found): DeclaredResponse {
  const headers = Object.entries(asRecord(node.headers))
    // Its name is ignored here (OpenAPI 3.0.3, 4.7.17): `content` describes it.
    .filter(([name]) => name.toLowerCase() !== 'content-type')
    .map(([name, header]) => {
      const { node: declared } = resolve(source, header, '');
      return [
        name,
        { required: declared.required === true, schema: readSchema(source, declared, '').schema },
      ];
    });
  const content = Object.entries(asRecord(node.content)).map(([mediaType, media]) => {
    const found = resolve(source, media, `${pointer}/content/${escapeStep(mediaType)}`);
    return { mediaType, ...readSchema(source, found.node, found.pointer) };
  });
  const links = Object.values(asRecord(node.links)).flatMap((link) =>
    readLink(resolve(source, link, '').node),
  );
  return { headers: Object.fromEntries(headers), content, links, pointer };
}

function readLink({ operationId, operationRef, parameters }: Member): Link[] {
  const operation = operationId ?? operationRef;
  return typeof operation === 'string' ? [{ operation, parameters: asRecord(parameters) }] : [];
}

const STYLES: Readonly<Record<string, string>> = {
  path: 'simple',
  query: 'form',
  header: 'simple',
  cookie: 'form',
};

/** Parameters of these names are ignored (OpenAPI 3.0.3, 4.7.12.2.1): other parts of the document describe them. */
const IGNORED = ['accept', 'content-type', 'authorization'];

/** An operation's own parameter replaces its path item's of the same name and place (OpenAPI 3.0.3, 4.7.10). */
function readParameters(
  source: Member,
  lists: readonly { nodes: readonly unknown[]; pointer: string }[],
): Parameter[] {
  const found = new Map<string, Parameter>();
  for (const { nodes, pointer } of lists) {
    for (const [index, reference] of nodes.entries()) {
      const { node, pointer: where } = resolve(source, reference, `${pointer}/${index}`);
      const name = String(node.name);
      if (STYLES[String(node.in)] === undefined) continue;
      if (node.in === 'header' && IGNORED.includes(name.toLowerCase())) continue;
      found.set(
        `${node.in} ${node.in === 'header' ? name.toLowerCase() : name}`,
        readParameter(source, node, where),
      );
    }
  }
  return [...found.values()];
}

function readParameter(source: Member, node: Member, pointer: string): Parameter {
  const [mediaType] = Object.keys(asRecord(node.content));
  const holder = mediaType === undefined ? node : asRecord(asRecord(node.content)[mediaType]);
  const at = mediaType === undefined ? pointer : `${pointer}/content/${escapeStep(mediaType)}`;
  const placed = readSchema(source, holder, at);
  const place = node.in as Place;
  const style = String(node.style ?? STYLES[place]);
  return {
    ...placed,
    name: String(node.name),
    in: place,
    required: node.required === true || place === 'path',
    examples: examplesOf(source, holder, placed.schema),
    style: mediaType === undefined ? style : 'json',
    explode: node.explode === undefined ? style === 'form' : node.explode === true,
  };
}

/**
 * What stands beside the schema comes before what stands within it.
 * @param holder a parameter or a media type
 */
function examplesOf(source: Member, holder: Member, schema: Schema): unknown[] {
  const named = Object.values(asRecord(holder.examples)).map(
    (entry) => resolve(source, entry, '').node.value,
  );
  return [holder.example, ...named, schema.example, ...asList(schema.examples)].filter(
    (example) => example !== undefined,
  );
}

interface PlacedSchema {
  readonly schema: Schema;
  readonly pointer: string;
}

/** Without a schema everything is allowed: then the holder is itself what the pointer names. */
function readSchema(source: Member, holder: unknown, pointer: string): PlacedSchema {
  const { schema } = asRecord(holder);
  if (schema === undefined) return { schema: {}, pointer };
  const found = resolve(source, schema, `${pointer}/schema`);
  // A schema is what the document says at a schema's place; nothing more can be known of it.
  return { schema: found.node as Schema, pointer: found.pointer };
}

export interface Server {
  /** Scheme, host and port; undefined for one that is relative to where the document was found. */
  readonly origin: string | undefined;
  /** Without its last slash. */
  readonly path: string;
}

/** @returns the servers, their variables at their defaults; the root of the document's own server when none is named */
function readServers(servers: unknown): Server[] {
  const found = asList(servers).flatMap((server) => readServer(server) ?? []);
  return found.length > 0 ? found : [{ origin: undefined, path: '' }];
}

function readServer(node: unknown): Server | undefined {
  const { url = '/', variables } = asRecord(node);
  const filled = String(url).replace(/\{([^}]+)\}/g, (_whole, name: string) =>
    String(asRecord(asRecord(variables)[name]).default ?? ''),
  );
  if (!URL.canParse(filled, NOWHERE)) return undefined;
  const { origin, pathname } = new URL(filled, NOWHERE);
  return { origin: origin === NOWHERE ? undefined : origin, path: pathname.replace(/\/$/, '') };
}

const NOWHERE = 'http://any.invalid';

/**
 * @param origin of the server under test
 * @returns the path of the server that the document gives it: one of the same host, else a relative one, else none
 */
export function basePathOn(servers: readonly Server[], origin: string): string {
  const found =
    servers.find((server) => server.origin === origin) ?? servers.find((one) => one.origin === undefined);
  return found?.path ?? '';
}
