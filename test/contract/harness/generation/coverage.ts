/** One request per rule of the document: each kept at its limit, each broken, one at a time. */
import type { Case } from '../case.js';
import type { Body, Operation, Parameter } from '../document/model.js';
import { escapeStep } from '../document/resolve.js';
import { isRecord, type Json } from '../document/values.js';
import { type Candidate, candidates, flatten } from './candidates.js';
import { bodyExample, type Material, plainCase } from './examples.js';
import { malformedBodies } from './malformed.js';
import { asFormValue, isForm, isJson, writePayload } from './payload.js';
import { probes } from './probes.js';

/** @param path values of path parameters that name something which is there */
export function coverageCases(
  material: Material,
  operation: Operation,
  path: Readonly<Record<string, string>>,
): Case[] {
  const plain = plainCase(material, operation, 'coverage', path);
  return [
    ...operation.parameters.flatMap((parameter) => parameterCases(material, plain, parameter)),
    ...operation.bodies.flatMap((body) => bodyCases(material, operation, path, body)),
    ...probes(plain),
  ];
}

function parameterCases({ source, validators }: Material, plain: Case, parameter: Parameter): Case[] {
  const judge = validators.textual(parameter.schema);
  const texts = new Map<string, Candidate>();
  for (const candidate of candidates(source, parameter.schema)) {
    if (typeof candidate.value === 'object') continue;
    const text = String(candidate.value);
    if (isSendable(parameter, text)) texts.set(text, candidate);
  }
  const cases = [...texts].map(([text, { about }]) =>
    withParameter(plain, parameter, text, {
      mode: judge(text).length === 0 ? (parameter.in === 'path' ? 'neutral' : 'positive') : 'negative',
      about: `${parameter.in} parameter ${parameter.name}: ${about}`,
      pointer: parameter.pointer,
    }),
  );
  if (parameter.in !== 'query') return cases;
  const [example = 'x'] = [...texts.keys()].filter((text) => judge(text).length === 0);
  const twice = {
    ...plain,
    query: [
      [parameter.name, example],
      [parameter.name, example],
    ] as const,
  };
  return [
    ...cases,
    { ...twice, mode: 'neutral', about: `${parameter.name} twice`, pointer: parameter.pointer },
  ];
}

/** An empty path segment is another address; header values are visible ASCII (RFC 9110, 5.5). */
function isSendable({ in: place }: Parameter, text: string): boolean {
  if (place === 'path') return text !== '' && text.length < 2000;
  if (place === 'query') return text.length < 4000;
  return place === 'header' && /^[!-~]([ -~]*[!-~])?$/.test(text) && text.length < 2000;
}

export function withParameter(
  plain: Case,
  { in: place, name }: Parameter,
  text: string,
  what: Pick<Case, 'mode' | 'about' | 'pointer'>,
): Case {
  if (place === 'path') return { ...plain, ...what, path: { ...plain.path, [name]: text } };
  if (place === 'header') return { ...plain, ...what, headers: { ...plain.headers, [name]: text } };
  const others = plain.query.filter(([other]) => other !== name);
  return { ...plain, ...what, query: [...others, [name, text]] };
}

function bodyCases(
  material: Material,
  operation: Operation,
  path: Readonly<Record<string, string>>,
  body: Body,
): Case[] {
  const plain = plainCase(material, operation, 'coverage', path, body);
  const example = bodyExample(material, body);
  const cases = [{ ...plain, about: `${body.mediaType}: the example`, pointer: body.pointer }];
  const values = [...memberValues(material, body, example), ...wholeValues(material, body)];
  const judge = isForm(body.mediaType)
    ? material.validators.textual(body.schema)
    : material.validators.exact(body.schema);
  for (const { value, about, pointer } of values) {
    const sent = isForm(body.mediaType) ? asFormValue(value) : value;
    cases.push({
      ...plain,
      mode: judge(sent).length === 0 ? 'positive' : 'negative',
      about: `${body.mediaType}: ${about}`,
      pointer,
      body: writePayload(body.mediaType, value),
    });
  }
  return [...cases, ...malformedBodies(material, plain, body)];
}

interface Variant {
  readonly value: Json;
  readonly about: string;
  readonly pointer: string;
}

/** The example with one member changed, or left out. */
function memberValues({ source }: Material, body: Body, example: Json): Variant[] {
  if (!isRecord(example)) return [];
  const { properties = {} } = flatten(source, body.schema);
  return Object.entries(properties).flatMap(([name, schema]) => {
    const pointer = `${body.pointer}/properties/${escapeStep(name)}`;
    const { [name]: _left, ...rest } = example as Record<string, Json>;
    // A form has nothing but texts.
    const tried = candidates(source, schema).filter(
      ({ value }) => !isForm(body.mediaType) || typeof value === 'string',
    );
    return [
      { value: rest, about: `without ${name}`, pointer },
      ...tried.map(({ value, about }) => ({
        value: { ...rest, [name]: value },
        about: `${name}: ${about}`,
        pointer,
      })),
    ];
  });
}

/** Something else than the body's own type; members that nobody declared. */
function wholeValues(material: Material, body: Body): Variant[] {
  const example = bodyExample(material, body);
  const more = isRecord(example)
    ? [{ ...(example as Record<string, Json>), 'not declared': 'x', __proto: 'x' }]
    : [];
  const wholes: Json[] = isJson(body.mediaType) ? [null, true, 1, 'text', [], [example]] : [];
  return [
    ...more.map((value) => ({ value, about: 'with members that are not declared', pointer: body.pointer })),
    ...wholes.map((value) => ({
      value,
      about: `${JSON.stringify(value).slice(0, 20)} instead`,
      pointer: body.pointer,
    })),
  ];
}
