/** Every operation of a document, with what its path item gives to all of them. */
import type { Body, DeclaredResponse, Link, Operation, Parameter, Place, Schema } from './model.js';
import { escapeStep, resolve } from './resolve.js';
import { asList, asRecord, isRecord, type Member } from './values.js';

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];
const PLACES: readonly string[] = ['path', 'query', 'header', 'cookie'];

export function listOperations(source: Member): Operation[] {
  return Object.entries(asRecord(source.paths)).flatMap(([path, node]) => {
    const item = asRecord(node);
    const methods = METHODS.filter((method) => isRecord(item[method]));
    return methods.map((method) => readOperation(source, path, item, method, methods));
  });
}

function readOperation(
  source: Member,
  path: string,
  item: Member,
  method: string,
  siblings: readonly string[],
): Operation {
  const operation = asRecord(item[method]);
  const at = `#/paths/${escapeStep(path)}`;
  const pointer = `${at}/${method}`;
  const label = `${method.toUpperCase()} ${path}`;
  const security = asList(operation.security ?? source.security).map(asRecord);
  const body = resolve(source, operation.requestBody, `${pointer}/requestBody`);
  return {
    id: String(operation.operationId ?? label),
    label,
    method: method.toUpperCase(),
    path,
    tags: asList(operation.tags).map(String),
    pointer,
    parameters: readParameters(source, [
      { nodes: asList(item.parameters), pointer: `${at}/parameters` },
      { nodes: asList(operation.parameters), pointer: `${pointer}/parameters` },
    ]),
    bodies: readBodies(source, body),
    bodyRequired: body.node.required === true,
    responses: readResponses(source, asRecord(operation.responses), `${pointer}/responses`),
    secured: security.length > 0 && security.every((requirement) => Object.keys(requirement).length > 0),
    readsCredentials: security.some((requirement) => Object.keys(requirement).length > 0),
    siblings: siblings.map((sibling) => sibling.toUpperCase()),
  };
}

/** An operation's own parameter replaces its path item's of the same name and place (OpenAPI 3.0.3, 4.7.10). */
function readParameters(
  source: Member,
  lists: readonly { nodes: readonly unknown[]; pointer: string }[],
): Parameter[] {
  const found = new Map<string, Parameter>();
  for (const { nodes, pointer } of lists) {
    for (const [index, reference] of nodes.entries()) {
      const { node, pointer: where } = resolve(source, reference, `${pointer}/${index}`);
      if (!PLACES.includes(String(node.in))) continue;
      const parameter = readParameter(source, node, where);
      found.set(`${parameter.in} ${parameter.name.toLowerCase()}`, parameter);
    }
  }
  return [...found.values()];
}

function readParameter(source: Member, node: Member, pointer: string): Parameter {
  const schema = resolve(source, node.schema, `${pointer}/schema`);
  return {
    name: String(node.name),
    in: node.in as Place,
    required: node.required === true || node.in === 'path',
    schema: schema.node as Schema,
    example: exampleOf(source, node) ?? schema.node.example,
    pointer: schema.pointer,
  };
}

function readBodies(source: Member, { node, pointer }: { node: Member; pointer: string }): Body[] {
  return Object.entries(asRecord(node.content)).map(([mediaType, content]) => {
    const schema = resolve(
      source,
      asRecord(content).schema,
      `${pointer}/content/${escapeStep(mediaType)}/schema`,
    );
    const example = exampleOf(source, asRecord(content)) ?? schema.node.example;
    return { mediaType, schema: schema.node as Schema, example, pointer: schema.pointer };
  });
}

/** `example`, else the first of `examples` (OpenAPI 3.0.3, 4.7.14.1). */
function exampleOf(source: Member, node: Member): unknown {
  if (node.example !== undefined) return node.example;
  const first = Object.values(asRecord(node.examples))[0];
  return first === undefined ? undefined : resolve(source, first, '').node.value;
}

function readResponses(source: Member, nodes: Member, pointer: string): Record<string, DeclaredResponse> {
  return Object.fromEntries(
    Object.entries(nodes).map(([status, reference]) => {
      const { node, pointer: where } = resolve(source, reference, `${pointer}/${status}`);
      const headers = Object.entries(asRecord(node.headers)).map(([name, header]) => {
        const { node: declared } = resolve(source, header, '');
        return [name, { required: declared.required === true, schema: asRecord(declared.schema) as Schema }];
      });
      const content = Object.entries(asRecord(node.content)).map(([type, media]) => {
        return [type.toLowerCase(), asRecord(asRecord(media).schema) as Schema];
      });
      return [
        status,
        {
          headers: Object.fromEntries(headers),
          content: Object.fromEntries(content),
          links: Object.values(asRecord(node.links)).flatMap((link) =>
            readLink(resolve(source, link, '').node),
          ),
          pointer: where,
        },
      ];
    }),
  );
}

function readLink({ operationId, parameters }: Member): Link[] {
  if (typeof operationId !== 'string') return [];
  const expressions = Object.entries(asRecord(parameters)).map(([name, value]) => [name, String(value)]);
  return [{ operationId, parameters: Object.fromEntries(expressions) }];
}
