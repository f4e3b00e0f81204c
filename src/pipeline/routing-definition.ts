/** The part of the specification that openapi-backend gets. */
import type { Contract } from '../contract/contract.js';

/** @returns an OpenAPI document with paths, methods and ids only: security and schemas belong to other stages */
export function routingDefinition({ specification, endpoints }: Contract) {
  const paths = endpoints.map(({ path, operations }) => [
    path,
    Object.fromEntries(
      [...operations.values()].map(({ id, method }) => [
        method,
        { operationId: id, responses: { default: { description: '' } }, parameters: pathParameters(path) },
      ]),
    ),
  ]);
  const { title, version } = specification.info;
  return { openapi: '3.0.3' as const, info: { title, version }, paths: Object.fromEntries(paths) };
}

function pathParameters(path: string) {
  const names = [...path.matchAll(/\{([^{}]+)\}/g)].map(([, name]) => name ?? '');
  return names.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' as const } }));
}
