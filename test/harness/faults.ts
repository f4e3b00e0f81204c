/** What may be wrong with a service: where it shows, which check finds it, and what is said of it. */
import { cellsOf, patternOf, type Question, type Reply } from './run-harness.js';
import type { Ask, Fault, Item, Shape } from './service.js';

/**
 * By lines: the check; then the fault, the fields of the collection, its methods, filters, pages and the like, the
 * method and the path within the collection, and how the message goes, with `…` for anything.
 */
const LIVES = `
stored_data_conformance
PUT merges | title remark | put patch | PUT /{id} | PUT got no remark, and it is still …
another default | title state | put | PUT /{id} | PUT got no state, and its answer says "done" instead of its default "open".
PATCH resets | title remark state | patch | PATCH /{id} | PATCH got no …, and changed it from …
PATCH ignores null | title note | patch | PATCH /{id} | PATCH got null for note, and its answer says …
PATCH changes the author | title author | patch approved | PATCH /{id} | PATCH …author…
PUT tells the old one | title | put | PUT /{id} | PUT got … for title, and its answer says …
a nested text is trimmed | title place | | POST | POST got " … for place/room, and its answer says "…
lists are turned around | title steps | | POST | POST got … for steps/0, and its answer says …
the offset becomes Z | title due | | POST | POST got "…" for due, and its answer says "…Z".
a fraction moves the time | title due | | POST | POST got "…" for due, and its answer says "…".
texts end at U+0000 | title | | POST | POST got "…\\u0000…" for title, and its answer says "…
texts lose what is not Latin | title | | POST | POST got "…" for title, and its answer says "…?…
texts are composed | title | | POST | POST got "…" for title, and its answer says "…
texts are trimmed | title | put | PUT /{id} | PUT got " …" for title, and its answer says "…
integers end at 2^60 | title copies | | POST | POST got … for copies, and its answer says 11529215046068….
a word is kept as another | title size | | POST | POST got "xl" for size, and its answer says "l".
an envelope hides a trim | title | envelope | POST | POST got " … for title, and its answer says "…
the list shows another note | title note | | POST | POST got … for note, and the list shows "old".
a refused PUT changes the title | title copies | put | PUT /{id} | PUT was refused with 400, and changed title from …
what 412 refuses is stored | title | put optional | PUT /{id} | PUT was refused with 412, and changed title from …
what another user sends is stored | title | put secured | PUT /{id} | PUT was refused with 404, and changed title from …
what is finished is forgotten | title state | finish | POST /{id}/finish | POST answers "done" for state, and a read …
a photo is mangled | title | photo | PUT /{id}/photo | The file that was sent had … bytes, and a download has …
bytes are mangled | title | files | POST /{id}/files | The file file had … bytes, and a download has …
use_after_free
files outlive their item | title | delete files | GET /{id}/files/{fileId} | A part of a deleted resource still …
the list keeps the deleted | title | delete | GET | The deleted resource is gone, and the list still shows it.
a file is in each item | title | files | GET /{id}/files/{fileId} | What is not there answers GET with 200.
what was never made is there | title | | GET /{id} | What is not there answers GET with 200.
the deleted can be read | title | delete | GET /{id} | The deleted resource still answers GET with 200.
ensure_resource_availability
the created cannot be read | title | | GET /{id} | The resource that was just created answers 404.
conditional_request_conformance
If-Match is ignored | title | put optional | PUT /{id} | PUT … got 200 instead of 412.
PUT takes an old ETag | title | put required | PUT /{id} | PUT with the ETag … of before a change got 200 …
PUT needs no If-Match | title | put required | PUT /{id} | PUT without If-Match got 200 instead of 428.
the ETag stays after PATCH | title | patch required | GET /{id} | The body changed, but the ETag … stayed the same.
uniqueness_conformance
POST takes a key twice | isbn title | | POST | A second POST with the isbn … got 201, and a 409 is declared for it.
PUT takes a key twice | isbn title | put | PUT /{id} | PUT gave an item the isbn … of another, which POST refuses …
PATCH takes a key twice | isbn title | patch | PATCH /{id} | PATCH gave an item the isbn … of another, which …
ignored_auth
anybody may read | title | secured | GET /{id} | A request … got 200 instead of 401 or 403.
object_level_authorization
another user may delete | title | delete secured | DELETE /{id} | Another user may DELETE a resource of this user: …
`;

const COVERAGE = `
location_conformance
Location leads elsewhere | title | | POST | Location: /nowhere answers GET with 404.
Location leads to the first | title | | POST | Location: … leads to 1, and … was made.
conditional_request_conformance
If-None-Match is ignored | title | optional | GET /{id} | If-None-Match with the current ETag … got 200 …
stored_data_conformance
a filter does nothing | title state | state link | GET | The filter state asked for state "…", and …
a filter of numbers does nothing | title rank | rank | GET | The filter rank asked for rank …, and …
a filter of texts does nothing | title | title | GET | The filter title asked for title "…", and …
a filter of ids does nothing | title authorId | authorId | GET | The filter authorId asked for authorId …, and …
times are compared as texts | title due | due_after | GET | due_after asked for due from …, and an item has …
from is compared as a text | title due | from | GET | from asked for due from …, and an item …
a filter finds one of two | title state | state link | GET | The filter state asked …, and an item that has … is not there.
of two filters one counts | title state | state title | GET | With two filters, title asked for …
a filter ends with the page | title state | state page | GET | The filter state asked for …, and an item has …
a refused POST is listed | title copies | | POST | … POSTs were refused, and the list has …
minPrice leaves out its bound | title price | minPrice | GET | minPrice asked for price from …
max_price does nothing | title price | max_price | GET | max_price asked for price up to …
pagination_conformance
the next link skips | title | link | GET | The … leave out … items, for instance …
the pages skip an item | title | page | GET | The … leave out … items, for instance …
numbers are sorted as texts | title rank | sort | GET | sort=rank got an item with the rank … after one with …
texts stand the other way | title rank | sort | GET | sort=-title got an item with the title … after one with …
the default size is another | title | page | GET | Without size the list is another than with its default, size=8.
the total is that of everything | title state | page state | GET | With the filter state there are … items, and …
the total is that of the page | title | page | GET | The … have … items, and total is …
X-Total-Count is that of the page | title | offset | GET | The … have … items, and x-total-count is …
the page is ignored | title | page | GET | The …
the size is ignored | title | page | GET | …size…
the offset overlaps | title | offset | GET | The … show … items twice, for instance …
the cursor is not left out | title | after | GET | The … show … items twice, for instance …
not_a_server_error
a branch breaks at 0 | title alarm | | POST | The server answered 500.
U+0000 breaks it | title | | POST | The server answered 500.
negative_data_rejection
the first entry is validated | steps title | | POST | A request that breaks the rule got 201 instead of a refusal.
a count may be negative | title copies | | POST | A request that breaks the rule got 201 instead of a refusal.
positive_data_acceptance
50 characters are refused | title | | POST | A request that keeps every rule was refused with 400.
status_code_conformance
a refusal is 422 | title | | POST | The status 422 is not declared. Declared: …400…
content_type_conformance
JSON is called HTML | title | | POST | The content type text/html is not declared. Declared: application/json.
response_headers_conformance
a header is missing | title | optional | GET /{id} | The header ETag is missing.
declared_header_presence
Location is missing | title | | POST | The header Location is declared, and missing.
response_schema_conformance
an id is told as a text | title | | GET | The body/0/id must be integer.
missing_required_header
a header may be left out | title | header | POST | A request without … got 201.
unsupported_method
every method is taken | title | | PATCH | PATCH got 200 instead of 405.
allow_header_conformance
Allow lacks a method | title | | OPTIONS | Allow: POST lacks GET.
`;

type Body = Readonly<Record<string, unknown>>;

const isBody = (body: unknown): body is Body =>
  typeof body === 'object' && body !== null && !Array.isArray(body);
const idOf = ({ path }: Question) => path.split('/')[2];
const itemOf = (question: Question, items: readonly Item[]) =>
  items.find(({ id }) => String(id) === idOf(question));
const tagOf = (question: Question, items: Item[]) => {
  const item = itemOf(question, items);
  return item && `"${item.id}-${item.version}"`;
};
const moved = (time: string, milliseconds: number) =>
  Number.isNaN(Date.parse(time)) ? time : new Date(Date.parse(time) + milliseconds).toISOString();

/** Takes another body than was sent. */
const takes =
  (method: string, change: (body: Body, item: Item | undefined) => Body): Fault =>
  (question, ask, items) => {
    const { body } = question;
    const isMeant = isBody(body) && question.method.endsWith(method);
    return ask(isMeant ? { ...question, body: change(body, itemOf(question, items)) } : question);
  };

/** Keeps something else of a field, where it has the type of the `like`. */
const keeps = <T>(name: string, like: T, change: (value: T) => unknown, method = ''): Fault =>
  takes(method, (body) => {
    const { [name]: value } = body;
    const isMeant = typeof value === typeof like && Array.isArray(value) === Array.isArray(like);
    return isMeant && value !== null ? { ...body, [name]: change(value as T) } : body;
  });

/** Reads another query than was sent: the parameter left out, or with another value. */
const asks =
  (name: string, change: (value: string | null) => string | number | null = () => null): Fault =>
  (question, ask) => {
    const query = new URLSearchParams(question.query);
    const value = change(query.get(name));
    if (value === null) query.delete(name);
    else query.set(name, String(value));
    return ask({ ...question, query });
  };

/** Of a number that was sent. */
const plus = (more: number) => (value: string | null) =>
  value === null ? null : Math.max(Number(value) + more, 0);

/** Compares times as texts. */
const asksTexts =
  (name: string, passes: (due: string, value: string) => boolean): Fault =>
  (question, ask, items) => {
    const value = question.query.get(name);
    const isListed = ({ due }: Body) => value === null || passes(String(due), value);
    const all: Ask = (same) => asks(name)(same, ask, items);
    return tellsItems((told) => told.filter(isListed))(question, all, items);
  };

/** Sees another header than was sent. */
const hears =
  (
    method: string,
    name: string,
    value: (sent: string | undefined, tag?: string) => string | undefined,
  ): Fault =>
  (question, ask, items) => {
    if (question.method !== method) return ask(question);
    const header = value(question.headers[name]?.toString(), tagOf(question, items));
    return ask({ ...question, headers: { ...question.headers, [name]: header } });
  };

interface Told {
  readonly status: number;
  readonly body: unknown;
  readonly headers: Reply[2];
}

/** Gives an answer of which something is another. */
const tells =
  (change: (told: Told, question: Question) => Partial<Told>): Fault =>
  (question, ask) => {
    const [first, given, more] = ask(question);
    const told = { status: first, body: given, headers: more };
    const { status, body, headers } = { ...told, ...change(told, question) };
    return [status, body, headers];
  };

const tellsItems = (change: (items: readonly Body[], question: Question) => readonly Body[]): Fault =>
  tells(({ status, body }, question) => {
    if (status !== 200 || question.method !== 'GET' || idOf(question) !== undefined) return {};
    if (Array.isArray(body)) return { body: change(body, question) };
    return isBody(body) ? { body: { ...body, items: change(body.items as Body[], question) } } : {};
  });

/** Does something to what is kept, after a PATCH that was accepted. */
const afterPatch =
  (act: (item: Item, before: Item['fields'], sent: Body) => void): Fault =>
  (question, ask, items) => {
    const item = itemOf(question, items);
    const before = item?.fields ?? {};
    const reply = ask(question);
    if (!item || question.method !== 'PATCH' || reply[0] !== 200) return reply;
    act(item, before, Object(question.body));
    return [200, { ...item.fields, id: item.id }];
  };

/** Keeps the title of a request that it refuses. */
const stores =
  (status: number): Fault =>
  (question, ask, items) => {
    const reply = ask(question);
    const item = itemOf(question, items);
    const { title } = Object(question.body);
    if (reply[0] === status && item && typeof title === 'string') item.fields = { ...item.fields, title };
    return reply;
  };

const breaks =
  (isMeant: (body: Body) => boolean, status: number): Fault =>
  (question, ask) =>
    isBody(question.body) && isMeant(question.body) ? [status] : ask(question);

/** Takes a key that another item has. */
const takesKey = (method: string): Fault => {
  let more = 0;
  return (question, ask, items) => {
    const reply = ask(question);
    if (question.method !== method || reply[0] !== 409 || !isBody(question.body)) return reply;
    const { isbn } = question.body;
    more += 1;
    const [status, body, headers] = ask({ ...question, body: { ...question.body, isbn: `other ${more}` } });
    const item = items.find(({ fields }) => fields.isbn === `other ${more}`);
    if (item) item.fields = { ...item.fields, isbn };
    return [status, item ? { ...Object(body), isbn } : body, headers];
  };
};

/** Answers as before a DELETE. @param within of the path of the item */
const remembers = (within: string): Fault => {
  const told = new Map<string, Reply>();
  return (question, ask) => {
    const asked = { ...question, method: 'GET', path: question.path + within };
    const before: Reply = question.method === 'DELETE' ? ask(asked) : [404];
    if (before[0] === 200) told.set(asked.path, before);
    const reply = ask(question);
    return question.method === 'GET' && reply[0] === 404 ? (told.get(question.path) ?? reply) : reply;
  };
};

const listsDeleted = (): Fault => {
  const gone: Body[] = [];
  return (question, ask, items) => {
    const item = itemOf(question, items);
    if (question.method === 'DELETE' && item) gone.push({ ...item.fields, id: item.id });
    return tellsItems((all) => [...all, ...gone])(question, ask, items);
  };
};

const mangles = tells(({ body }) => (Buffer.isBuffer(body) ? { body: Buffer.from(body.toString()) } : {}));

const ACTS: Readonly<Record<string, Fault>> = {
  'PUT merges': takes('PUT', (body, item) => ({ ...item?.fields, ...body })),
  'another default': takes('PUT', (body) => ({ state: 'done', ...body })),
  'PATCH resets': afterPatch((item, _before, sent) => {
    item.fields = { title: item.fields.title, state: 'open', ...sent };
  }),
  'PATCH ignores null': afterPatch((item, { note }) => {
    if (item.fields.note === null) item.fields = { ...item.fields, note };
  }),
  'PATCH changes the author': takes('PATCH', (body) => ({ ...body, author: 1 })),
  'PUT tells the old one': (question, ask) => {
    const [, old] = ask({ ...question, method: 'GET' });
    const [status, body, headers] = ask(question);
    return [status, question.method === 'PUT' && status === 200 ? old : body, headers];
  },
  'a nested text is trimmed': keeps<Body>('place', {}, ({ room, ...rest }) => ({
    ...rest,
    room: typeof room === 'string' ? room.trim() : room,
  })),
  'lists are turned around': keeps<unknown[]>('steps', [], (steps) => steps.toReversed()),
  'the offset becomes Z': keeps('due', '', (due) => due.replace(/[+-]\d\d:\d\d$/, 'Z')),
  'a fraction moves the time': keeps('due', '', (due) => (due.includes('.') ? moved(due, 60_000) : due)),
  'texts end at U+0000': keeps('title', '', (text) => text.split('\u0000')[0]),
  'texts lose what is not Latin': keeps('title', '', (text) => text.replace(/[\u0250-\uffff]/g, '?')),
  'texts are composed': keeps('title', '', (text) => text.normalize('NFC')),
  'texts are trimmed': keeps('title', '', (text) => text.trim(), 'PUT'),
  'integers end at 2^60': keeps('copies', 0, (copies) => Math.min(copies, 2 ** 60)),
  'a word is kept as another': keeps('size', '', (size) => (size === 'xl' ? 'l' : size)),
  'an envelope hides a trim': keeps('title', '', (text) => text.trim()),
  'the list shows another note': tellsItems((items) => items.map((one) => ({ ...one, note: 'old' }))),
  'a refused PUT changes the title': stores(400),
  'what 412 refuses is stored': stores(412),
  'what another user sends is stored': stores(404),
  'what is finished is forgotten': (question, ask, items) => {
    const item = itemOf(question, items);
    const { fields } = item ?? {};
    const reply = ask(question);
    if (item && fields && question.path.endsWith('/finish')) item.fields = fields;
    return reply;
  },
  'a file is in each item': tells(({ status }, { method, path }) =>
    method === 'GET' && status === 404 && /files\/\d+$/.test(path) ? { status: 200, body: { id: 1 } } : {},
  ),
  'what was never made is there': tells(({ status }, { method }) =>
    method === 'GET' && status === 404 ? { status: 200, body: { id: 1, title: 'a' } } : {},
  ),
  'a photo is mangled': mangles,
  'bytes are mangled': mangles,
  'files outlive their item': remembers('/files/1'),
  'the list keeps the deleted': listsDeleted(),
  'the deleted can be read': remembers(''),
  'the created cannot be read': tells((_told, question) =>
    question.method === 'GET' && idOf(question) !== undefined ? { status: 404, body: undefined } : {},
  ),
  'Location leads elsewhere': tells(({ headers }) =>
    headers?.Location ? { headers: { Location: '/nowhere' } } : {},
  ),
  'Location leads to the first': tells(({ headers }) =>
    headers?.Location ? { headers: { Location: headers.Location.replace(/\d+$/, '1') } } : {},
  ),
  'If-None-Match is ignored': hears('GET', 'if-none-match', () => undefined),
  'If-Match is ignored': hears('PUT', 'if-match', () => undefined),
  'PUT takes an old ETag': hears('PUT', 'if-match', (sent = '', tag) =>
    /^"\d+-\d+"$/.test(sent) ? tag : sent || undefined,
  ),
  'PUT needs no If-Match': hears('PUT', 'if-match', (sent, tag) => sent ?? tag),
  'the ETag stays after PATCH': afterPatch((item) => {
    item.version -= 1;
  }),
  'POST takes a key twice': takesKey('POST'),
  'PUT takes a key twice': takesKey('PUT'),
  'PATCH takes a key twice': takesKey('PATCH'),
  'anybody may read': hears(
    'GET',
    'authorization',
    (sent = '') => /^Bearer (ann|ben)$/.exec(sent)?.[0] ?? 'Bearer ann',
  ),
  'another user may delete': hears('DELETE', 'authorization', (sent) => sent?.replace('ben', 'ann')),
  'a filter does nothing': asks('state'),
  'a filter of numbers does nothing': asks('rank'),
  'a filter of texts does nothing': asks('title'),
  'a filter of ids does nothing': asks('authorId'),
  'times are compared as texts': asksTexts('due_after', (due, value) => due > value),
  'from is compared as a text': asksTexts('from', (due, value) => due >= value),
  'a filter finds one of two': tellsItems((all, { query }) =>
    query.has('state')
      ? [...new Map(all.toReversed().map((one) => [one.title === undefined ? '' : one.state, one])).values()]
      : all,
  ),
  'of two filters one counts': (question, ask, items) =>
    question.query.has('state') ? asks('title')(question, ask, items) : ask(question),
  'a filter ends with the page': (question, ask, items) =>
    Number(question.query.get('page')) > 1 ? asks('state')(question, ask, items) : ask(question),
  'a refused POST is listed': (question, ask) => {
    const reply = ask(question);
    if (question.method === 'POST' && reply[0] === 400) ask({ ...question, body: { title: 'a' } });
    return reply;
  },
  'texts stand the other way': asks('sort', (value) => (value === '-title' ? 'title' : value)),
  'the default size is another': asks('size', (value) => value ?? 5),
  'numbers are sorted as texts': tellsItems((all, { query }) =>
    query.get('sort') === 'rank'
      ? all.toSorted((one, other) => (`${one.rank}` < `${other.rank}` ? -1 : 1))
      : all,
  ),
  'the total is that of everything': (question, ask, items) =>
    tells(({ body }) => (isBody(body) && 'total' in body ? { body: { ...body, total: items.length } } : {}))(
      question,
      ask,
      items,
    ),
  'minPrice leaves out its bound': asks('minPrice', plus(1)),
  'max_price does nothing': asks('max_price'),
  'the next link skips': asks('cursor', plus(1)),
  'the pages skip an item': tellsItems((items, { query }) =>
    items.slice(Number(query.get('page')) > 1 ? 1 : 0),
  ),
  'the total is that of the page': tells(({ body }) =>
    isBody(body) && Array.isArray(body.items) ? { body: { ...body, total: body.items.length } } : {},
  ),
  'X-Total-Count is that of the page': tells(({ body, headers }) =>
    headers?.['X-Total-Count'] ? { headers: { 'X-Total-Count': `${Object(body).length}` } } : {},
  ),
  'the page is ignored': asks('page'),
  'the size is ignored': asks('size'),
  'the offset overlaps': asks('offset', plus(-1)),
  'the cursor is not left out': asks('after', plus(-1)),
  'a branch breaks at 0': breaks(({ alarm }) => Object(alarm).delay === 0, 500),
  'U+0000 breaks it': breaks(({ title }) => String(title).includes('\u0000'), 500),
  'the first entry is validated': keeps<unknown[]>('steps', [], (steps) => steps.map(() => steps[0])),
  'a count may be negative': keeps('copies', 0, (copies) => Math.abs(copies)),
  '50 characters are refused': breaks(({ title }) => [...String(title)].length === 50, 400),
  'a refusal is 422': tells(({ status }) => (status === 400 ? { status: 422 } : {})),
  'JSON is called HTML': tells(({ status, headers }) =>
    status === 201 ? { headers: { ...headers, 'Content-Type': 'text/html' } } : {},
  ),
  'a header is missing': tells(() => ({ headers: undefined })),
  'Location is missing': tells(({ status }) => (status === 201 ? { headers: undefined } : {})),
  'an id is told as a text': tellsItems((items) => items.map((one) => ({ ...one, id: String(one.id) }))),
  'a header may be left out': hears('POST', 'x-client', (sent) => sent ?? 'web'),
  'every method is taken': tells(({ status }) => (status === 405 ? { status: 200, body: {} } : {})),
  'Allow lacks a method': tells(({ headers }) =>
    headers?.Allow ? { headers: { Allow: headers.Allow.replace('GET, ', '') } } : {},
  ),
};

export interface Row {
  readonly path: string;
  readonly shape: Shape;
  readonly fault: Fault;
  /** `check METHOD /path` of the finding. */
  readonly name: string;
  readonly says: RegExp;
}

function rowsOf(table: string): Readonly<Record<string, Row>> {
  const rows: Record<string, Row> = {};
  let check = '';
  for (const [name = '', fields, more = '', where = '', says = ''] of cellsOf(table)) {
    if (fields === undefined) {
      check = name;
      continue;
    }
    const [method, within = ''] = where.split(' ');
    const path = `/${name.replace(/\W+/g, '-')}`;
    const { [name]: fault } = ACTS;
    if (!fault) throw new Error(`nothing does this: ${name}`);
    const shape = { fields: fields.split(' '), more: more.split(' ') };
    rows[name] = { path, shape, fault, name: `${check} ${method} ${path}${within}`, says: patternOf(says) };
  }
  return rows;
}

export const FAULTS_OF_LIVES = rowsOf(LIVES);
export const FAULTS_OF_COVERAGE = rowsOf(COVERAGE);
