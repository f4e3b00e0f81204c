/** One request per rule of the document: each kept at its limit, each broken, one at a time. */
import type { Case, Mode, Payload } from '../case.js';
import { type Body, isRecord, type Json, type Operation, type Parameter } from '../document/model.js';
import { isJsonBody, isWithin, parseJson, writeJson } from '../document/parse.js';
import type { Judge } from '../document/validators.js';
import {
  bodyExample,
  brokenParameterRule,
  brokenRule,
  carrying,
  type Material,
  parameterExample,
  plainCase,
} from './cases.js';
import { candidates } from './scalars.js';
import { kindsOf } from './schemas.js';
import { bodyVariants, variants } from './variants.js';
import { judgeBody, judgeParameter, type Verdict } from './verdict.js';
import { canWrite, withoutParameter, withParameter } from './write.js';

const MODES = { kept: 'positive', broken: 'negative', open: 'neutral' } as const;

/**
 * @param path values of path parameters that name something which is there
 */
export function coverageCases(
  material: Material,
  operation: Operation,
  path: Readonly<Record<string, string>>,
  options: ProbeOptions = {},
): Case[] {
  const plain = plainCase(material, operation, path);
  const bodies = operation.bodies.filter(canWrite);
  return [
    ...operation.parameters.flatMap((parameter) => parameterCases(material, plain, parameter)),
    ...bodies.flatMap((body) => bodyCases(material, plainCase(material, operation, path, body), body)),
    ...probes(plain, options),
  ];
}

function parameterCases(material: Material, plain: Case, parameter: Parameter): Case[] {
  const { in: place, name, schema, pointer } = parameter;
  const about = (what: string) => ({ about: `${place} parameter ${name}: ${what}`, pointer });
  const kinds = kindsOf(schema);
  const { value: example } = parameterExample(material, parameter);
  const tried = [...candidates(schema), ...variants(material, { schema, pointer }, example)];
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

function bodyCases(material: Material, plain: Case, body: Body): Case[] {
  const { mediaType, pointer } = body;
  const { value: example } = bodyExample(material, body);
  const tried = [
    ...bodyVariants(material, body, example),
    ...(isJsonBody(body) ? otherTypes(body, example) : []),
  ];
  return [
    { ...plain, about: `${mediaType}: the example`, pointer },
    ...tried.map(({ value, about, pointer: at }) => {
      const mode = modeOf(plain, judgeBody(material, body, value));
      const rule = mode === 'negative' ? brokenRule(material, body, value, at) : at;
      return carrying({ ...plain, mode, about: `${mediaType}: ${about}`, pointer: rule }, body, value);
    }),
    ...malformedBodies(material, plain, body),
  ];
}

const otherTypes = ({ pointer }: Body, example: Json) =>
  ([null, true, 1, 'text', [], {}, [example]] as Json[]).map((value) => ({
    value,
    about: `${writeJson(value).slice(0, 20)} instead`,
    pointer,
  }));

const UNHEARD_OF = 'text/x-unheard-of';
const DEEP = 5000;
/** Stands for what is as deep, which would be too deep for those who judge. */
const SHALLOW = 50;

function malformedBodies(material: Material, plain: Case, body: Body): Case[] {
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

/** All that RFC 9110 and its registry know, one that nobody knows, and CONNECT left out: it is for proxies. */
const METHODS = ['GET', 'PUT', 'POST', 'DELETE', 'PATCH', 'TRACE', 'QUERY'];

interface ProbeOptions {
  /** Whether the operation speaks for its path: methods and `Allow` are the path's. */
  readonly isFirst?: boolean;
  /** Whether to try the user's name with a wrong password. */
  readonly hasPassword?: boolean;
}

function probes(plain: Case, { isFirst = true, hasPassword = false }: ProbeOptions = {}): Case[] {
  const { operation } = plain;
  const neutral = { ...plain, mode: 'neutral' as const };
  const missing = operation.parameters.filter(({ in: place, required }) => place === 'header' && required);
  return [
    ...(isFirst ? METHODS : [])
      .filter((method) => !operation.siblings.includes(method))
      .map((method) => ({
        ...neutral,
        method,
        probe: 'unsupported-method' as const,
        about: `the method ${method}, which is not declared`,
        pointer: operation.pointer.slice(0, operation.pointer.lastIndexOf('/')),
        body: undefined,
      })),
    ...(isFirst && !operation.siblings.includes('OPTIONS')
      ? [{ ...neutral, method: 'OPTIONS', probe: 'options' as const, about: 'OPTIONS', body: undefined }]
      : []),
    ...missing.map((parameter) => ({
      ...withoutParameter(plain, parameter),
      mode: 'negative' as const,
      probe: 'missing-header' as const,
      about: `without the header ${parameter.name}`,
      pointer: parameter.pointer,
    })),
    ...(operation.secured ? credentialProbes(neutral) : []),
    ...(hasPassword ? [passwordProbe(neutral)] : []),
    {
      ...neutral,
      about: 'a parameter that is not declared',
      query: [...plain.query, ['not-declared', '1'] as const],
    },
    {
      ...neutral,
      about: 'an Accept that nothing satisfies',
      headers: { ...plain.headers, Accept: 'application/x-unheard-of' },
    },
    { ...neutral, about: 'a malformed Accept', headers: { ...plain.headers, Accept: ';;q=x, */' } },
  ];
}

const passwordProbe = (neutral: Case): Case => ({
  ...neutral,
  probe: 'wrong-password',
  about: 'with a wrong password',
  pointer: neutral.operation.securityPointer,
});

/** @param neutral a request that is accepted with the right credentials */
export function credentialProbes(neutral: Case): Case[] {
  const { securityPointer: pointer } = neutral.operation;
  return [
    { ...neutral, probe: 'missing-credentials', sender: 'nobody', about: 'without credentials', pointer },
    { ...neutral, probe: 'wrong-credentials', about: 'with wrong credentials', pointer },
  ];
}
