/** What operations take and answer: bodies and responses by media type. */
import type { Body, DeclaredResponse, Encoding, Link } from './model.js';
import { examplesOf } from './read-examples.js';
import { readSchema } from './read-schema.js';
import { escapeStep, type Found, resolve } from './resolve.js';
import { asRecord, type Member } from './values.js';

export function readBodies(source: Member, { node, pointer }: Found): Body[] {
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

export function readResponses(
  source: Member,
  nodes: Member,
  pointer: string,
): Record<string, DeclaredResponse> {
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
