/** A depot of parcels on plain node:http, with faults that can be planted. Nothing here knows Snippet Store. */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { CheckName } from '../../harness/checks/check.js';

/** With the check that has to find each. */
export const DEPOT_FAULTS = {
  'PUT keeps the insurance that was not sent': 'stored_data_conformance',
  'weights are rounded to 100 grams': 'stored_data_conformance',
  'the addition of an address is dropped': 'stored_data_conformance',
  'PATCH forgets that the parcel is fragile': 'stored_data_conformance',
  'the filter by service is ignored': 'stored_data_conformance',
  'the next page skips a parcel': 'pagination_conformance',
  'PATCH ignores If-Match': 'conditional_request_conformance',
  'events of cancelled parcels stay': 'use_after_free',
  'times have no zone': 'response_schema_conformance',
  'everybody may add events': 'object_level_authorization',
  'overnight parcels are refused': 'positive_data_acceptance',
  'an address may have further members': 'negative_data_rejection',
  'labels end at the first zero byte': 'stored_data_conformance',
  'an empty list of references breaks the service': 'not_a_server_error',
} as const satisfies Record<string, CheckName>;
type Fault = keyof typeof DEPOT_FAULTS;

type Fields = Record<string, unknown>;
interface Event extends Fields {
  readonly number: number;
}
interface Parcel {
  readonly code: string;
  readonly owner: string;
  readonly registeredAt: string;
  fields: Fields;
  version: number;
  label?: Buffer;
  readonly events: Event[];
}
interface Call {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly user: string;
  readonly query: URLSearchParams;
  readonly names: readonly string[];
  readonly body: Buffer;
}
type Handler = (call: Call) => void;

class Refusal extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly headers: Record<string, string> = {},
  ) {
    super(message);
  }
}

const SERVICES = ['standard', 'express', 'overnight'];
const KINDS = ['scanned', 'delayed', 'delivered'];

const isText = (value: unknown, least: number, most: number): boolean =>
  typeof value === 'string' && [...value].length >= least && [...value].length <= most;
const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isNumber = (value: unknown, most: number): value is number =>
  typeof value === 'number' && value >= 0 && value <= most;
const isDate = (value: unknown): boolean => {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(String(value)) ?? [];
  if (day === undefined) return false;
  const date = new Date(0);
  date.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  return date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day);
};
const TIME = /^(\d{4}-\d\d-\d\d)[Tt](\d\d):(\d\d):(\d\d)(?:\.\d+)?(?:[Zz]|([+-])([01]\d|2[0-3]):([0-5]\d))$/;
const isTime = (value: unknown): boolean => {
  const [, date, hour, minute, second, sign, hours = 0, minutes = 0] = TIME.exec(String(value)) ?? [];
  const offset = (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -1 : 1);
  const sinceMidnight = (Number(hour) * 60 + Number(minute) - offset + 2 * 1440) % 1440;
  const isLeap = second === '60' && sinceMidnight === 1439;
  return isDate(date) && Number(hour) < 24 && Number(minute) < 60 && (Number(second) < 60 || isLeap);
};

/** @param tokens users by their token */
export function makeDepot(tokens: Readonly<Record<string, string>>, fault?: string): RequestListener {
  const has = (name: Fault) => name === fault;
  const parcels = new Map<string, Parcel>();

  const isAddress = (value: unknown): boolean =>
    isObject(value) &&
    isText(value.street, 1, 80) &&
    isText(value.city, 1, 60) &&
    /^[A-Z]{2}$/.test(String(value.country)) &&
    (value.addition === undefined || isText(value.addition, 0, 80)) &&
    (has('an address may have further members') ||
      Object.keys(value).every((name) => ['street', 'addition', 'city', 'country'].includes(name)));
  const MEMBERS = new Map<string, (value: unknown) => boolean>(
    Object.entries({
      to: isAddress,
      weight: (value) => isNumber(value, 1000) && value > 0,
      service: (value) =>
        SERVICES.includes(String(value)) && !(value === 'overnight' && has('overnight parcels are refused')),
      insurance: (value) => isNumber(value, 9_999_999_999_999) && Number.isInteger(value),
      fragile: (value) => typeof value === 'boolean',
      references: (value) =>
        Array.isArray(value) && value.length <= 4 && value.every((one) => isText(one, 1, 20)),
      deliverBy: (value) => value === null || isDate(value),
    } satisfies Record<string, (value: unknown) => boolean>),
  );
  const readFields = (body: unknown): Fields => {
    if (!isObject(body)) throw new Refusal(400, 'An object is expected');
    for (const [name, value] of Object.entries(body))
      if (!MEMBERS.get(name)?.(value)) throw new Refusal(400, `${name} is wrong`);
    const fields = { ...body };
    if (has('an empty list of references breaks the service') && Array.isArray(fields.references))
      fields.first = fields.references[0].length;
    delete fields.first;
    if (has('weights are rounded to 100 grams') && typeof fields.weight === 'number')
      fields.weight = Math.max(0.1, Math.round(fields.weight * 10) / 10);
    if (isObject(fields.to))
      fields.to = Object.fromEntries(
        Object.entries(fields.to).filter(
          ([name]) =>
            ['street', 'city', 'country'].includes(name) ||
            (name === 'addition' && !has('the addition of an address is dropped')),
        ),
      );
    return fields;
  };
  const readNew = (body: unknown, before: Fields = {}): Fields => {
    const given = readFields(body);
    if (given.to === undefined || given.weight === undefined)
      throw new Refusal(400, 'to and weight are needed');
    const insurance = has('PUT keeps the insurance that was not sent') ? (before.insurance ?? 0) : 0;
    return { service: 'standard', insurance, fragile: false, ...given };
  };
  const represent = ({ code, registeredAt, fields }: Parcel) => ({
    code,
    registeredAt: has('times have no zone') ? registeredAt.slice(0, 19) : registeredAt,
    ...fields,
  });
  const tagOf = ({ version }: Parcel) => `"${version}"`;

  const parcelOf = ({ names, user }: Call, isForAll = false): Parcel => {
    const parcel = parcels.get(names[0] ?? '');
    if (parcel === undefined || (parcel.owner !== user && !isForAll))
      throw new Refusal(404, 'There is no such parcel');
    return parcel;
  };
  const checkMatch = (parcel: Parcel, { request }: Call) => {
    const wanted = request.headers['if-match'];
    if (wanted !== undefined && wanted !== '*' && !wanted.split(/\s*,\s*/).includes(tagOf(parcel)))
      throw new Refusal(412, 'The parcel has changed');
  };
  const change = (parcel: Parcel, fields: Fields, { response }: Call) => {
    parcel.fields = fields;
    parcel.version += 1;
    answer(response, 200, represent(parcel), { ETag: tagOf(parcel) });
  };

  const list: Handler = ({ user, query, response }) => {
    const service = query.get('service');
    const fragile = query.get('fragile');
    const limit = query.get('limit') ?? '20';
    const cursor = query.get('cursor') ?? '0';
    if (service !== null && !SERVICES.includes(service)) throw new Refusal(400, 'service is wrong');
    if (fragile !== null && !['true', 'false'].includes(fragile)) throw new Refusal(400, 'fragile is wrong');
    if (!/^([1-9]|[1-4]\d|50)$/.test(limit)) throw new Refusal(400, 'limit is wrong');
    if (!/^\d{1,9}$/.test(cursor)) throw new Refusal(400, 'cursor is wrong');
    const own = [...parcels.values()].filter(
      ({ owner, fields }) =>
        owner === user &&
        (service === null || fields.service === service || has('the filter by service is ignored')) &&
        (fragile === null || String(fields.fragile) === fragile),
    );
    const end = Number(cursor) + Number(limit);
    const rest = new URLSearchParams(query);
    rest.set('cursor', String(has('the next page skips a parcel') ? end + 1 : end));
    const next = end < own.length ? { next: `/parcels?${rest}` } : {};
    answer(response, 200, { items: own.slice(Number(cursor), end).map(represent), ...next });
  };
  const register: Handler = (call) => {
    const fields = readNew(json(call));
    const code = `DP${parcels.size + 1}`;
    const registeredAt = new Date().toISOString();
    const parcel = { code, owner: call.user, registeredAt, fields, version: 1, events: [] };
    parcels.set(code, parcel);
    answer(call.response, 201, represent(parcel), { Location: `/parcels/${code}` });
  };
  const show: Handler = (call) => {
    const parcel = parcelOf(call);
    const ETag = tagOf(parcel);
    const known = call.request.headers['if-none-match']?.replaceAll('W/', '').split(/\s*,\s*/) ?? [];
    if (known.includes(ETag) || known.includes('*')) return void call.response.writeHead(304, { ETag }).end();
    answer(call.response, 200, represent(parcel), { ETag });
  };
  const replace: Handler = (call) => {
    const parcel = parcelOf(call);
    const fields = readNew(json(call), parcel.fields);
    checkMatch(parcel, call);
    change(parcel, fields, call);
  };
  const merge: Handler = (call) => {
    const parcel = parcelOf(call);
    const changes = readFields(json(call));
    if (Object.keys(changes).length === 0) throw new Refusal(400, 'Nothing is changed');
    if (!has('PATCH ignores If-Match')) checkMatch(parcel, call);
    const forgotten = has('PATCH forgets that the parcel is fragile') ? { fragile: false } : {};
    change(parcel, { ...parcel.fields, ...forgotten, ...changes }, call);
  };
  const cancelled = new Map<string, Parcel>();
  const cancel: Handler = (call) => {
    const parcel = parcelOf(call);
    // A code is never given twice: its place stays.
    parcels.set(parcel.code, { ...parcel, owner: '' });
    cancelled.set(parcel.code, parcel);
    call.response.writeHead(204).end();
  };
  const upload: Handler = (call) => {
    const parcel = parcelOf(call);
    checkType(call, 'application/octet-stream');
    const end = call.body.indexOf(0);
    parcel.label =
      has('labels end at the first zero byte') && end !== -1 ? call.body.subarray(0, end) : call.body;
    call.response.writeHead(204).end();
  };
  const download: Handler = (call) => {
    const { label } = parcelOf(call);
    if (label === undefined) throw new Refusal(404, 'There is no label');
    call.response.writeHead(200, { 'Content-Type': 'application/octet-stream' }).end(label);
  };
  const parcelOfEvents = (call: Call): Parcel => {
    const gone = cancelled.get(call.names[0] ?? '');
    const stays = has('events of cancelled parcels stay') && gone?.owner === call.user;
    return stays ? gone : parcelOf(call);
  };
  const listEvents: Handler = (call) => answer(call.response, 200, parcelOfEvents(call).events);
  const addEvent: Handler = (call) => {
    const { events } = parcelOf(call, has('everybody may add events'));
    const body = json(call);
    if (!isObject(body) || !KINDS.includes(String(body.kind)) || !isTime(body.at))
      throw new Refusal(400, 'The event is wrong');
    const { kind, at, place } = body;
    if (place !== undefined && !isText(place, 0, 60)) throw new Refusal(400, 'place is wrong');
    const event = { number: events.length + 1, kind, at, place };
    events.push(event);
    answer(call.response, 201, event);
  };
  const showEvent: Handler = (call) => {
    if (!/^[1-9]\d{0,8}$/.test(call.names[1] ?? '')) throw new Refusal(400, 'number is wrong');
    const event = parcelOfEvents(call).events[Number(call.names[1]) - 1];
    if (event === undefined) throw new Refusal(404, 'There is no such event');
    answer(call.response, 200, event);
  };

  const ROUTES: readonly [RegExp, Record<string, Handler>][] = [
    [/^\/parcels$/, { GET: list, POST: register }],
    [/^\/parcels\/([^/]+)$/, { GET: show, PUT: replace, PATCH: merge, DELETE: cancel }],
    [/^\/parcels\/([^/]+)\/label$/, { GET: download, PUT: upload }],
    [/^\/parcels\/([^/]+)\/events$/, { GET: listEvents, POST: addEvent }],
    [/^\/parcels\/([^/]+)\/events\/([^/]+)$/, { GET: showEvent }],
  ];

  const handle = (request: IncomingMessage, response: ServerResponse, body: Buffer) => {
    const [pathname = '', search] = (request.url ?? '').split('?');
    const query = new URLSearchParams(search);
    for (const [pattern, methods] of ROUTES) {
      const found = pattern.exec(pathname);
      if (found === null) continue;
      const allowed = [...Object.keys(methods), ...('GET' in methods ? ['HEAD'] : []), 'OPTIONS'];
      const Allow = allowed.join(', ');
      if (request.method === 'OPTIONS') return void response.writeHead(204, { Allow }).end();
      const handler = methods[request.method === 'HEAD' ? 'GET' : String(request.method)];
      if (handler === undefined) throw new Refusal(405, 'Not here', { Allow });
      const [, token = ''] = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '') ?? [];
      const user = Object.hasOwn(tokens, token) ? tokens[token] : undefined;
      if (user === undefined) throw new Refusal(401, 'Which token?', { 'WWW-Authenticate': 'Bearer' });
      return handler({ request, response, user, query, names: found.slice(1).map(decode), body });
    }
    throw new Refusal(404, 'There is nothing here');
  };
  return async (request, response) => {
    const body = Buffer.concat(await request.toArray());
    try {
      handle(request, response, body);
    } catch (error) {
      if (error instanceof Refusal) answer(response, error.status, { error: error.message }, error.headers);
      else answer(response, 500, { error: String(error) });
    }
  };
}

function answer(response: ServerResponse, status: number, body: unknown, headers = {}): void {
  response.writeHead(status, { ...headers, 'Content-Type': 'application/json' }).end(JSON.stringify(body));
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new Refusal(404, 'There is nothing here');
  }
}

function checkType({ request }: Call, wanted: string): void {
  const [type = ''] = (request.headers['content-type'] ?? '').split(';');
  if (type.trim().toLowerCase() !== wanted) throw new Refusal(415, `Send ${wanted}`);
}

function json(call: Call): unknown {
  checkType(call, 'application/json');
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(call.body));
  } catch {
    throw new Refusal(400, 'That is no JSON');
  }
}
