/** The parameters of an operation: where they stand, how they are written, what they may be. */
import type { Parameter, Place } from './model.js';
import { examplesOf } from './read-examples.js';
import { readSchema } from './read-schema.js';
import { escapeStep, resolve } from './resolve.js';
import { asRecord, type Member } from './values.js';

const STYLES: Readonly<Record<string, string>> = {
  path: 'simple',
  query: 'form',
  header: 'simple',
  cookie: 'form',
};

/** Parameters of these names are ignored (OpenAPI 3.0.3, 4.7.12.2.1): other parts of the document describe them. */
const IGNORED = ['accept', 'content-type', 'authorization'];

/** An operation's own parameter replaces its path item's of the same name and place (OpenAPI 3.0.3, 4.7.10). */
export function readParameters(
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
