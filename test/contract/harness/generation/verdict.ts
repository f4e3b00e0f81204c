/** Whether text keeps a rule: it carries no types, so that services read some of it differently. */
import type { Parameter, Schema } from '../document/model.js';
import type { Judge, Validators } from '../document/validators.js';
import type { Json, Member } from '../document/values.js';
import { alternatives, propertiesOf } from './alternatives.js';
import { fields } from './payload.js';
import { asTexts } from './write-parameter.js';

/** `open`: one service may read it as something valid, another may not. */
export type Verdict = 'kept' | 'broken' | 'open';

/** @param value texts, or arrays and objects of them */
function judgeText({ sent, sentText }: Validators, schema: Schema, value: Json): Verdict {
  const keeps = (judge: Judge, read: Json) => judge(read).length === 0;
  if (strictReadings(value).some((read) => keeps(sent(schema), read))) return 'kept';
  if (looseReadings(value).some((read) => keeps(sent(schema), read))) return 'open';
  return keeps(sentText(schema), value) ? 'open' : 'broken';
}

/** @param value of the parameter; it is judged as its reader gets it */
export function judgeParameter(validators: Validators, { schema, style }: Parameter, value: Json): Verdict {
  if (style === 'json') return validators.sent(schema)(value).length === 0 ? 'kept' : 'broken';
  return judgeText(validators, schema, asTexts(value));
}

/** @param value is judged as a form's reader sees it: members by name, all of them texts */
export function judgeForm(source: Member, validators: Validators, schema: Schema, value: Json): Verdict {
  const properties = propertiesOf(source, schema);
  const isList = (name: string) =>
    alternatives(source, properties[name] ?? {}).some(
      ({ type, items }) => type === 'array' || items !== undefined,
    );
  const sent = fields(value);
  const texts = [...new Set(sent.map(([name]) => name))].map((name) => {
    const all = sent.flatMap(([other, text]) => (other === name ? [text] : []));
    return [name, all] as const;
  });
  // Of a name that comes twice where one value is meant, some read the first, some the last.
  if (texts.some(([name, all]) => all.length > 1 && !isList(name))) return 'open';

  const form = texts.map(([name, all]): [string, Json] => [name, isList(name) ? [...all] : (all[0] ?? '')]);
  const keeps = (read: (text: Json) => Json[]) => {
    const members = form.map(([name, text]) => {
      const judge = validators.sent(properties[name] ?? {});
      return [name, read(text).find((one) => judge(one).length === 0) ?? text];
    });
    return validators.sent(schema)(Object.fromEntries(members)).length === 0;
  };
  if (keeps(strictReadings)) return 'kept';
  return keeps((text) => [...strictReadings(text), ...looseReadings(text)]) ? 'open' : 'broken';
}

/** What everybody reads in a text: the text, and what it is as canonical JSON. */
function strictReadings(value: Json): Json[] {
  if (Array.isArray(value)) return [value, value.map((item) => strictReadings(item).at(-1) ?? item)];
  if (typeof value !== 'string') return [value];
  if (value === 'true' || value === 'false') return [value, value === 'true'];
  return value !== '' && String(Number(value)) === value && Number.isFinite(Number(value))
    ? [value, Number(value)]
    : [value];
}

/** What some read in a text. */
function looseReadings(value: Json): Json[] {
  if (typeof value !== 'string') return [];
  const word = value.trim().toLowerCase();
  return [
    ...(word !== '' && Number.isFinite(Number(word)) ? [Number(word)] : []),
    ...(['1', 'yes', 'on', 't', 'y', 'true'].includes(word) ? [true] : []),
    ...(['0', 'no', 'off', 'f', 'n', 'false'].includes(word) ? [false] : []),
    ...(word === 'null' ? [null] : []),
  ];
}
