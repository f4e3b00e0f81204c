/** Finds the rules that a value breaks, each by its place in the document. */
import type { ErrorObject } from 'ajv';
import { escapeStep, placeOf } from './dereference.js';
import { asRecord, type Schema } from './model.js';
import { writeJson } from './parse.js';
import type { Judge } from './validators.js';

export interface BrokenRule {
  /** JSON pointer into the document: `#/components/schemas/Room/properties/name/maxLength`. */
  readonly pointer: string;
  /** JSON pointer into the value; empty for the value itself. */
  readonly path: string;
  readonly message: string;
}

/** What ajv was given for a schema, by which its errors are explained. */
export const originals = new WeakMap<object, Schema>();

/** More rules than this of one value are not listed. */
const MOST = 20;

/** In alternatives, a value that breaks these was meant for another one. */
const SEPARATING = ['const', 'enum', 'required', 'additionalProperties'];

/** @returns every rule that the value breaks, the deepest place first; of alternatives that all fail, one rule */
export function explain(judge: Judge, pointer: string, value: unknown): BrokenRule[] {
  const errors = judge(value).toSorted(
    (one, other) => depthOf(other) - depthOf(one) || rankOf(one) - rankOf(other),
  );
  const isWithin = (error: ErrorObject, place: string) => `${error.instancePath}/`.startsWith(`${place}/`);
  const unions = errors.filter(({ keyword }) => keyword === 'anyOf' || keyword === 'oneOf');
  const outer = unions.filter(
    (one) =>
      !unions.some(
        ({ instancePath }) => instancePath.length < one.instancePath.length && isWithin(one, instancePath),
      ),
  );
  const meant = outer.map((union) => {
    const isTooMany = asRecord(union.params).passingSchemas !== null && union.keyword === 'oneOf';
    const inner = errors.find((error) => !unions.includes(error) && isWithin(error, union.instancePath));
    return isTooMany ? union : (inner ?? union);
  });
  const plain = errors.filter((error) => !outer.some(({ instancePath }) => isWithin(error, instancePath)));
  const rules = [...plain, ...meant].map((error) => ruleOf(error, pointer));
  return [...new Map(rules.map((rule) => [`${rule.pointer} ${rule.path}`, rule])).values()].slice(0, MOST);
}

const pathOf = ({ instancePath, params }: ErrorObject) => {
  const { missingProperty } = asRecord(params);
  return typeof missingProperty === 'string'
    ? `${instancePath}/${escapeStep(missingProperty)}`
    : instancePath;
};

const depthOf = (error: ErrorObject) => pathOf(error).split('/').length;
const rankOf = ({ keyword }: ErrorObject) => Number(SEPARATING.includes(keyword));

function ruleOf(error: ErrorObject, pointer: string): BrokenRule {
  const { keyword, parentSchema, message = 'does not hold', params } = error;
  const place = placeOf((parentSchema && originals.get(parentSchema)) ?? {});
  const { additionalProperty, allowedValues } = asRecord(params);
  const more = typeof additionalProperty === 'string' ? ` (${additionalProperty})` : '';
  const choices =
    Array.isArray(allowedValues) && allowedValues.length <= 10
      ? `: ${allowedValues.map(writeJson).join(', ')}`
      : '';
  return {
    pointer: place === undefined ? pointer : `${place}/${keyword}`,
    path: pathOf(error),
    message: message + more + choices,
  };
}
