/** Every operation of a document, with what its path item gives to all of them. */
import { readServers } from './base-path.js';
import type { Operation, Schema } from './model.js';
import { readBodies, readResponses } from './read-contents.js';
import { readParameters } from './read-parameters.js';
import { escapeStep, type Found, resolve } from './resolve.js';
import { asList, asRecord, isRecord, type Member } from './values.js';

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
