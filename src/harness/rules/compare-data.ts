/** Where what a service tells is not what it was told, as far as the document says that it has to be. */

import type { Answer, Case } from '../case.js';
import {
  type Body,
  isRecord,
  type Json,
  type Member,
  type Operation,
  type Schema,
} from '../document/model.js';
import { envelopeOf, isForm, readRecord, writeJson } from '../document/parse.js';
import { escapeStep } from '../document/references.js';
import type { Validators } from '../document/validators.js';
import { pointerWithin } from '../generation/coverage.js';
import { alternatives, defaultOf, fits, kindsOf } from '../generation/schemas.js';
import { isClear, waysOf } from '../generation/write.js';

export const CHECK = 'stored_data_conformance';

export interface Difference {
  readonly field: string;
  readonly sent: unknown;
  readonly told: unknown;
  /** It was not sent: `sent` is its declared default. */
  readonly isDefault?: boolean;
}

type Properties = Readonly<Record<string, Schema>>;

interface Compared {
  readonly validators: Validators;
  /** Whether what was not sent has its declared default: a PATCH leaves it. */
  readonly isWhole: boolean;
}

/** @param shown the schema of what is told: members that it does not declare are not compared */
function differences(
  compared: Compared,
  written: Schema,
  shown: Schema,
  sent: unknown,
  told: unknown,
  field = '',
): Difference[] {
  const { validators, isWhole } = compared;
  if (isHidden(written) || isHidden(shown)) return [];
  if (isRecord(sent) && isRecord(told)) {
    const taken = membersFor(written, sent);
    const declared = membersFor(shown, told);
    const names = new Set([...Object.keys(sent), ...(isWhole ? Object.keys(told) : [])]);
    return [...names].flatMap((name) => {
      const [own, other] = [taken(name), declared(name)];
      if (!own || !other) return [];
      const isDefault = !(name in sent);
      const value = isDefault ? defaultOf(own) : sent[name];
      // That nothing is the default leaves a service free to make something up.
      if (value === undefined || (isDefault && value === null)) return [];
      const found = differences(compared, own, other, value, told[name], `${field}/${escapeStep(name)}`);
      return isDefault ? found.map((one) => ({ ...one, isDefault })) : found;
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
      differences(compared, items, shownItems, item, told[index], `${field}/${index}`),
    );
  }
  // Forms carry texts alone.
  if (typeof sent === 'string' && ['boolean', 'number'].includes(typeof told)) return [];
  // A reference may be told as what it refers to.
  if (sent !== null && !isEmpty(told) && (typeof sent === 'object') !== (typeof told === 'object')) return [];
  // Nothing may be left out, or become the declared default.
  const usual = sent === null ? defaultOf(written) : undefined;
  if (sent === null && (told === undefined || (!isEmpty(usual) && isSame(told, usual)))) return [];
  // What has no value at all may be left out, or have a default.
  if ((told === undefined && isEmpty(sent)) || isKept([written, shown], sent, told)) return [];
  // What the answer's schema does not allow, the answer has to tell otherwise.
  return validators.received(shown)(sent).length === 0 ? [{ field, sent, told }] : [];
}

/** @param shown the schema of the record that was told */
export function differencesIn(
  validators: Validators,
  { made, operation }: Case,
  shown: Schema | undefined,
  told: unknown,
): Difference[] {
  if (!made || !isRecord(made.value) || !shown || !isRecord(told)) return [];
  const { body, value } = made;
  const wayOf = isForm(body.mediaType) ? waysOf(body) : undefined;
  const clear = Object.entries(value).filter(([name, one]) => !wayOf || isClear(wayOf(name), one as Json));
  const isWhole = operation.method !== 'PATCH';
  return differences({ validators, isWhole }, body.schema, shown, Object.fromEntries(clear), told);
}

/** Whether the answer to a write shows what was stored: POST may do other things than that. */
export const showsStored = ({ operation, made }: Case, { status }: Answer, { sent }: Validators) =>
  made !== undefined &&
  (operation.method === 'POST' ? status === 201 : status === 200 || status === 201) &&
  sent(made.body.schema)(made.value).length === 0;

/** What the answer to a write tells otherwise than it was sent. */
export const differencesAnswered = (validators: Validators, item: Case, answer: Answer) =>
  // A service that makes names for what it creates may ignore the client's.
  differencesIn(validators, item, recordShownBy(item.operation, answer.status), readRecord(answer)).filter(
    ({ field }) => item.operation.method !== 'POST' || field !== '/id',
  );

/** @param teller `its answer says`, `a read gives` */
export function flawOf(
  { operation, made }: Case,
  { field, sent, told, isDefault }: Difference,
  teller: string,
) {
  const name = field.slice(1);
  const message =
    isDefault === true
      ? `${operation.method} got no ${name}, and ${teller} ${show(told)} instead of its default ${writeJson(sent)}.`
      : `${operation.method} got ${show(sent)} for ${name}, and ${teller} ${show(told)}.`;
  return { message, field, pointer: pointerOf(made?.body, field) };
}

/** The rule of a member of a body. */
export function pointerOf(body: Body | undefined, field: string): string {
  const [, name = ''] = field.split('/');
  return body ? pointerWithin(body.schema, body.pointer, 'properties', name) : '';
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

/** The schema of what `readRecord` reads. */
export function recordShownBy(operation: Operation, status: number): Schema | undefined {
  const shown = shownBy(operation, status);
  const properties = Object.assign({}, ...alternatives(shown ?? {}).map((one) => one.properties ?? {}));
  const { [envelopeOf(properties) ?? '']: inner } = properties as Properties;
  return inner && kindsOf(inner).includes('object') ? inner : shown;
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

/** The digits of an integer that is no number of JavaScript. */
const LARGE = /^-?\d{16,}$/;

/** Whether the one is the other, as far as services may write it differently. */
export function isSame(sent: unknown, told: unknown): boolean {
  if (sent === told) return true;
  if (Number.isInteger(sent) && Number.isInteger(told)) return false;
  if (typeof sent === 'number' && typeof told === 'number')
    return Math.abs(sent - told) <= Math.abs(sent) * 1e-9;
  if (typeof sent === 'string' && typeof told === 'string') return isSameText(sent, told);
  if (typeof sent === 'number' && typeof told === 'string')
    return String(sent) === told || (LARGE.test(told) && Number(told) === sent);
  if (Array.isArray(sent) && Array.isArray(told)) return isSameSet(sent, told);
  if (isRecord(sent) && isRecord(told))
    return Object.entries(sent).every(([name, value]) => isEmpty(value) || isSame(value, told[name]));
  return isEmpty(sent) && isEmpty(told);
}

/** What a description says of texts that come back in another form. */
const CHANGED =
  /trim|strip|(white ?space|spaces|blanks)[^.;]*(remove|ignore|drop|collapse|cut|fold)|normali[sz]|canonical|NFK?C|saniti[sz]|clean|lower|upper|case.insensitive/i;
/** Or in the same. */
const UNCHANGED =
  /byte for byte|verbatim|as (it|they) (is|are|was|were)\b|unchanged|(not|never|without)[^.;]{0,20}(trim|strip|normali[sz]|chang|saniti[sz])/i;

/** Texts come back as they are, unless a description says otherwise, or their format has more than one form. */
function isKept(schemas: readonly Schema[], sent: unknown, told: unknown): boolean {
  if (sent === null) return told === null;
  if (!isSame(sent, told)) return false;
  if (typeof sent !== 'string' || typeof told !== 'string' || /^[*•]+$/.test(told)) return true;
  if (sent === told) return true;
  const all = schemas.flatMap(alternatives);
  const said = schemas.concat(all).map(({ description }) => String(description ?? ''));
  if (said.some((text) => CHANGED.test(text) && !UNCHANGED.test(text)) || isWrittenOtherwise(sent))
    return true;
  return all.some(({ format = '' }) => OTHER_FORMS.includes(format));
}

/** The same thing has several forms in them. */
const OTHER_FORMS = [
  ...['date', 'time', 'date-time', 'duration', 'email', 'idn-email', 'hostname', 'idn-hostname', 'ipv6'],
  ...['uri', 'uri-reference', 'iri', 'iri-reference', 'url', 'uuid', 'byte', 'decimal'],
];

/** Dates and addresses have more than one form. */
const isWrittenOtherwise = (text: string) => /^\d{4}-\d\d-\d\d/.test(text) || URL.canParse(text);

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
  const isNumber = typeof value === 'string' && LARGE.test(value);
  const text = value === undefined ? 'missing' : isNumber ? value : writeJson(value);
  return text.length <= 60 ? text : `${text.slice(0, 60)}...`;
}
