/** Where what a service tells is not what it was told, as far as the document says that it has to be. */

import { escapeStep } from '../document/dereference.js';
import { isRecord, type Member, type Operation, type Schema } from '../document/model.js';
import { writeJson } from '../document/parse.js';
import type { Material } from '../generation/cases.js';
import { alternatives, fits } from '../generation/schemas.js';

export const CHECK = 'stored_data_conformance';

export interface Difference {
  readonly field: string;
  readonly sent: unknown;
  readonly told: unknown;
}

type Properties = Readonly<Record<string, Schema>>;

/** @param shown the schema of what is told: members that it does not declare are not compared */
export function differences(
  material: Pick<Material, 'validators'>,
  written: Schema,
  shown: Schema,
  sent: unknown,
  told: unknown,
  field = '',
): Difference[] {
  const { validators } = material;
  if (isHidden(written) || isHidden(shown)) return [];
  if (isRecord(sent) && isRecord(told)) {
    const taken = membersFor(written, sent);
    const declared = membersFor(shown, told);
    return Object.entries(sent).flatMap(([name, value]) => {
      const [own, other] = [taken(name), declared(name)];
      if (!own || !other) return [];
      return differences(material, own, other, value, told[name], `${field}/${escapeStep(name)}`);
    });
  }
  if (Array.isArray(sent) && Array.isArray(told)) {
    // What has no item twice may be a set, which has no order.
    const isSet = [written, shown].some((schema) => alternatives(schema).some((one) => one.uniqueItems));
    const items = itemsOf(written);
    const most = Math.min(...alternatives(shown).map(({ maxItems = Infinity }) => maxItems));
    if (!isSet && told.length < sent.length && sent.length <= most) return [{ field, sent, told }];
    if (isSet || !items || sent.length !== told.length)
      return isSame(sent, told) || validators.received(shown)(sent).length > 0 ? [] : [{ field, sent, told }];
    const shownItems = itemsOf(shown) ?? {};
    return sent.flatMap((item, index) =>
      differences(material, items, shownItems, item, told[index], `${field}/${index}`),
    );
  }
  // Forms carry texts alone.
  if (typeof sent === 'string' && ['boolean', 'number'].includes(typeof told)) return [];
  // A reference may be told as what it refers to.
  if (!isEmpty(told) && (typeof sent === 'object') !== (typeof told === 'object')) return [];
  // What has no value at all may be left out, or have a default.
  if (sent === null || (told === undefined && isEmpty(sent)) || isKept([written, shown], sent, told))
    return [];
  // What the answer's schema does not allow, the answer has to tell otherwise.
  return validators.received(shown)(sent).length === 0 ? [{ field, sent, told }] : [];
}

const itemsOf = (schema: Schema) => alternatives(schema).find(({ items }) => items !== undefined)?.items;

/** @returns the schema of a member by the branches that the value can be of */
export function membersFor(schema: Schema, value: Member): (name: string) => Schema | undefined {
  const fitting = alternatives(schema).filter((one) => fits(one, value));
  const properties: Properties = Object.assign({}, ...fitting.map((one) => one.properties ?? {}));
  const free = fitting
    .map(({ additionalProperties }) => additionalProperties)
    .find((one) => typeof one === 'object');
  return (name) => (Object.hasOwn(properties, name) ? properties[name] : free);
}

export function shownBy({ responses }: Operation, status: number): Schema | undefined {
  const declared = responses[status] ?? responses['2XX'] ?? responses.default;
  return declared?.content.find(({ mediaType }) => /[/+]json\b/.test(mediaType))?.schema;
}

/** What is write-only is not shown, and what is read-only is not taken. */
const isHidden = (schema: Schema) =>
  alternatives(schema).some(
    ({ readOnly, writeOnly, format }) =>
      readOnly === true || writeOnly === true || format === 'password' || format === 'binary',
  );

export const isEmpty = (value: unknown) =>
  value === undefined ||
  value === null ||
  value === '' ||
  (typeof value === 'object' && Object.keys(value).length === 0);

/** Whether the one is the other, as far as services may write it differently. */
export function isSame(sent: unknown, told: unknown): boolean {
  if (sent === told) return true;
  if (Number.isInteger(sent) && Number.isInteger(told)) return false;
  if (typeof sent === 'number' && typeof told === 'number')
    return Math.abs(sent - told) <= Math.abs(sent) * 1e-9;
  if (typeof sent === 'string' && typeof told === 'string') return isSameText(sent, told);
  if (typeof sent === 'number' && typeof told === 'string') return String(sent) === told;
  if (Array.isArray(sent) && Array.isArray(told)) return isSameSet(sent, told);
  if (isRecord(sent) && isRecord(told))
    return Object.entries(sent).every(([name, value]) => isEmpty(value) || isSame(value, told[name]));
  return isEmpty(sent) && isEmpty(told);
}

/** What a description says of texts that come back in another form. */
const CHANGED =
  /trim|strip|white ?space|blank|normali[sz]|canonical|NFK?C|saniti[sz]|clean|lower|upper|case.insensitive/i;
const OFFSET = /\b(offset|zone)/i;
const KEPT = /\b(kept|keeps?|preserve[sd]?|unchanged|as (it was )?(sent|given))\b/i;

/** Free texts come back as they are, but for their case, unless a description says otherwise. */
function isKept(schemas: readonly Schema[], sent: unknown, told: unknown): boolean {
  if (!isSame(sent, told)) return false;
  if (typeof sent !== 'string' || typeof told !== 'string' || /^[*•]+$/.test(told)) return true;
  const all = schemas.flatMap(alternatives);
  const said = schemas.concat(all).map(({ description }) => String(description ?? ''));
  if (all.some(({ format }) => format === 'date-time'))
    return !said.some((text) => OFFSET.test(text) && KEPT.test(text)) || minutesOf(sent) === minutesOf(told);
  const isFree = all.every(
    ({ format, pattern, enum: choices, const: only }) =>
      format === undefined && pattern === undefined && choices === undefined && only === undefined,
  );
  if (!isFree || said.some((text) => CHANGED.test(text)) || isWrittenOtherwise(sent)) return true;
  return sent.toLowerCase() === told.toLowerCase();
}

/** Dates and addresses have more than one form. */
const isWrittenOtherwise = (text: string) => /^\d{4}-\d\d-\d\d/.test(text) || URL.canParse(text);

function minutesOf(time: string): number | undefined {
  const [, sign, hours = 0, minutes = 0] = /(?:Z|([+-])(\d\d):?(\d\d))$/i.exec(time) ?? [];
  if (sign === undefined) return /Z$/i.test(time) ? 0 : undefined;
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}

const isSameSet = (sent: readonly unknown[], told: readonly unknown[]) =>
  sent.length === told.length && sent.every((item) => told.some((one) => isSame(item, one)));

function isSameText(sent: string, told: string): boolean {
  const plain = (text: string) => text.normalize('NFKC').trim().toLowerCase();
  // Secrets are shown as so many stars.
  if (plain(sent) === plain(told) || /^[*•]+$/.test(told)) return true;
  const [one, other] = [timeOf(sent), timeOf(told)];
  // Services keep seconds, milliseconds or more.
  if (/^\d{4}-\d\d-\d\d/.test(sent) && !Number.isNaN(one)) return Math.abs(one - other) < 1000;
  return URL.canParse(sent) && URL.canParse(told) && new URL(sent).href === new URL(told).href;
}

/** Without an offset, a time is one of UTC here. */
const timeOf = (text: string) => Date.parse(/T[\d:.]+$/.test(text) ? `${text}Z` : text);

export function show(value: unknown): string {
  const text = value === undefined ? 'missing' : writeJson(value);
  return text.length <= 60 ? text : `${text.slice(0, 60)}...`;
}
