/** One request per rule of the document: each kept at its limit, each broken, one at a time. */

import fc from 'fast-check';
import type { Case } from '../case.js';
import { writeJson } from '../document/exact-numbers.js';
import type { Body, Operation, Parameter } from '../document/model.js';
import { isRecord, type Json } from '../document/values.js';
import { validValue } from './arbitrary.js';
import { brokenParameterRule, brokenRule } from './broken-rule.js';
import { candidates } from './candidates.js';
import { bodyExample, type Material, parameterExample, plainCase } from './examples.js';
import { judgeBody } from './judge-body.js';
import { judgeParameter } from './judge-parameter.js';
import { kindsOf } from './kinds.js';
import { malformedBodies } from './malformed.js';
import { isJsonBody } from './media-types.js';
import { canWrite, writePayload } from './payload.js';
import { type ProbeOptions, probes } from './probes.js';
import { bodyVariants, variants } from './variants.js';
import type { Verdict } from './verdict.js';
import { withoutParameter, withParameter } from './write-parameter.js';

const MODES = { kept: 'positive', broken: 'negative', open: 'neutral' } as const;

export interface CoverageOptions extends ProbeOptions {
  /** Bodies whose example is accepted only once: each request then has made-up members around the tried one. */
  readonly taken?: readonly Body[];
}

/**
 * @param path values of path parameters that name something which is there
 */
export function coverageCases(
  material: Material,
  operation: Operation,
  path: Readonly<Record<string, string>>,
  { taken = [], ...options }: CoverageOptions = {},
): Case[] {
  const plain = plainCase(material, operation, 'coverage', path);
  const bodies = operation.bodies.filter(canWrite);
  return [
    ...operation.parameters.flatMap((parameter) => parameterCases(material, plain, parameter)),
    ...bodies.flatMap((body) => {
      const own = plainCase(material, operation, 'coverage', path, body);
      return bodyCases(material, own, body, taken.includes(body));
    }),
    ...probes(plain, options),
  ];
}

function parameterCases(material: Material, plain: Case, parameter: Parameter): Case[] {
  const { source } = material;
  const { in: place, name, schema, pointer } = parameter;
  const about = (what: string) => ({ about: `${place} parameter ${name}: ${what}`, pointer });
  const kinds = kindsOf(source, schema);
  const { value: example } = parameterExample(material, parameter);
  const tried = [...candidates(source, schema), ...variants(material, { schema, pointer }, example)];
  const cases = tried.flatMap(({ value, about: what }) => {
    // Where one text is expected, a list would be written as something else.
    if (isRecord(value) ? !kinds.includes('object') : Array.isArray(value) && !kinds.includes('array'))
      return [];
    const verdict = judgeParameter(material, parameter, value);
    // What is there under a valid name nobody knows.
    const mode = place === 'path' && verdict === 'kept' ? 'neutral' : modeOf(plain, verdict);
    const rule = mode === 'negative' ? brokenParameterRule(material, parameter, value) : pointer;
    return withParameter(plain, parameter, value, { mode, ...about(what), pointer: rule }) ?? [];
  });
  // Headers that are left out are a check of their own: see ./probes.ts.
  const isMissed = parameter.required && (place === 'query' || place === 'cookie');
  const missing = { ...withoutParameter(plain, parameter), mode: 'negative' as const, ...about('left out') };
  return [...cases, ...(isMissed ? [missing] : []), ...twice(material, plain, parameter)];
}

/** Of a query parameter that comes twice some read the first, some the last, and some refuse it. */
function twice(material: Material, plain: Case, parameter: Parameter): Case[] {
  const { in: place, name, pointer } = parameter;
  const { value } = parameterExample(material, parameter);
  if (place !== 'query' || typeof value === 'object') return [];
  const once = withParameter(plain, parameter, value, { mode: 'neutral', about: `${name} twice`, pointer });
  return once ? [{ ...once, query: [...once.query, [name, String(value)]] }] : [];
}

/** What stands beside a kept rule may be in doubt itself. */
const modeOf = (plain: Case, verdict: Verdict) => (verdict === 'kept' ? plain.mode : MODES[verdict]);

function bodyCases(material: Material, plain: Case, body: Body, isTaken: boolean): Case[] {
  const { source, validators, seed } = material;
  const { mediaType, schema, pointer } = body;
  const { value: example } = bodyExample(material, body);
  const tried = [
    ...bodyVariants(material, body, example),
    ...(isJsonBody(body) ? otherTypes(body, example) : []),
  ];
  const made = isTaken ? validValue(source, schema, validators.sent(schema)) : undefined;
  const others = made ? fc.sample(made, { seed, numRuns: tried.length }) : [];
  return [
    { ...plain, about: `${mediaType}: the example`, pointer },
    ...tried.map(({ value, about, pointer: at }, index) => {
      const sent = moveChange(example, value, others[index]);
      const mode = modeOf(plain, judgeBody(material, body, sent));
      return {
        ...plain,
        mode,
        about: `${mediaType}: ${about}`,
        pointer: mode === 'negative' ? brokenRule(material, body, sent, at) : at,
        body: writePayload(source, body, sent),
        made: { body, value: sent },
      };
    }),
    ...malformedBodies(material, plain, body),
  ];
}

/** The member that differs between the example and the value, among the members of another object. */
function moveChange(example: Json, value: Json, other: Json | undefined): Json {
  if (!isRecord(example) || !isRecord(value) || !isRecord(other)) return value;
  const isChanged = (name: string) => writeJson(example[name]) !== writeJson(value[name]);
  const changed = [...new Set([...Object.keys(example), ...Object.keys(value)])].filter(isChanged);
  const kept = Object.entries(other).filter(([name]) => !changed.includes(name));
  const moved = Object.entries(value).filter(([name]) => changed.includes(name));
  return Object.fromEntries([...kept, ...moved]) as Json;
}

const otherTypes = ({ pointer }: Body, example: Json) =>
  ([null, true, 1, 'text', [], {}, [example]] as Json[]).map((value) => ({
    value,
    about: `${writeJson(value).slice(0, 20)} instead`,
    pointer,
  }));
