/** Bodies that are not what their media type says. */

import type { Case, Mode, Payload } from '../case.js';
import { parseJson, writeJson } from '../document/exact-numbers.js';
import type { Body } from '../document/model.js';
import type { Judge } from '../document/validators.js';
import type { Json } from '../document/values.js';
import type { Material } from './examples.js';
import { bodyExample } from './examples.js';
import { isJsonBody, isWithin } from './media-types.js';

const UNHEARD_OF = 'text/x-unheard-of';
const DEEP = 5000;
/** Stands for what is as deep, which would be too deep for those who judge. */
const SHALLOW = 50;

export function malformedBodies(material: Material, plain: Case, body: Body): Case[] {
  const make = (about: string, mode: Mode, payload: Payload | undefined): Case => ({
    ...plain,
    mode,
    about: `${body.mediaType}: ${about}`,
    pointer: body.pointer,
    body: payload,
  });
  const raw = (
    bytes: string | readonly number[],
    mediaType: string | undefined = body.mediaType,
  ): Payload => ({
    mediaType,
    bytes: typeof bytes === 'string' ? Buffer.from(bytes) : Buffer.from(bytes),
  });
  const { bodies, bodyRequired } = plain.operation;
  const unread = make(`as ${UNHEARD_OF}`, bodyRequired ? 'negative' : 'neutral', {
    mediaType: UNHEARD_OF,
    bytes: plain.body?.bytes ?? Buffer.alloc(0),
  });
  const ofTypes = bodies.some(({ mediaType }) => isWithin(UNHEARD_OF, mediaType)) ? [] : [unread];
  if (!isJsonBody(body)) return ofTypes;

  const example = writeJson(bodyExample(material, body).value);
  const refusesEmpty = material.validators.sent(body.schema)({}).length > 0 && bodyRequired;
  const judge = material.validators.sent(body.schema);
  // What is left of a number is another one.
  const cutOff = example.slice(0, -1);
  const nested: Json = JSON.parse('['.repeat(SHALLOW) + ']'.repeat(SHALLOW));
  return [
    ...ofTypes,
    make('no body', refusesEmpty ? 'negative' : 'neutral', raw('')),
    make('no body, no content type', refusesEmpty ? 'negative' : 'neutral', undefined),
    make('cut off', isKept(judge, cutOff) ? 'neutral' : 'negative', raw(cutOff)),
    make('with more after it', 'negative', raw(`${example}]`)),
    make('with single quotes', 'negative', raw("{'a': 1}")),
    make('NaN', 'negative', raw('NaN')),
    make('bytes that are no UTF-8', 'negative', raw([0x22, 0xff, 0xfe, 0x22])),
    make(
      `${DEEP} arrays in each other`,
      judge(nested).length === 0 ? 'neutral' : 'negative',
      raw('['.repeat(DEEP) + ']'.repeat(DEEP)),
    ),
    make('a number that no double holds', 'neutral', raw('{"a":1e999,"b":-0}')),
    make('a member twice', 'neutral', raw(`{"a":1,"a":2,${example.slice(1)}`)),
    make('half of a surrogate pair', 'neutral', raw(example.replace(/"([^"]*)"}$/, '"\\ud800"}'))),
    make('after a byte order mark', 'neutral', raw(`\ufeff${example}`)),
    make('in another charset', 'neutral', raw(example, `${body.mediaType}; charset=utf-16`)),
  ];
}

function isKept(judge: Judge, text: string): boolean {
  try {
    return judge(parseJson(text)).length === 0;
  } catch {
    return false;
  }
}
