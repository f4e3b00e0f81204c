/** A notifier on Express, with faults that can be planted. Nothing here knows Snippet Store. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import express, { type Express, type NextFunction, type Request, type Response } from 'express';
import type { CheckName } from '../../harness/checks/check.js';
import { NOTIFIER } from './spec.js';

/** With the check that has to find each. */
export const NOTIFIER_FAULTS = {
  'an sms of priority 0 breaks the service': 'not_a_server_error',
  'channels may be of any kind': 'negative_data_rejection',
  'headers of webhooks are dropped': 'stored_data_conformance',
  'recipients are sorted': 'stored_data_conformance',
  'recipients may be named twice': 'negative_data_rejection',
  'PATCH does nothing for null': 'stored_data_conformance',
  'the next page begins with the last campaign': 'pagination_conformance',
  'plus signs of forms get lost': 'stored_data_conformance',
  'HEAD of a report breaks': 'head_conformance',
  'numbers may end in anything': 'negative_data_rejection',
  'a report as CSV says that it is JSON': 'accept_conformance',
  'X-Tenant may be missing': 'missing_required_header',
  'titles are cut to 100 characters': 'stored_data_conformance',
  'only the last topic is kept': 'stored_data_conformance',
  'lists show channels of other users': 'object_level_authorization',
} as const satisfies Record<string, CheckName>;
type Fault = keyof typeof NOTIFIER_FAULTS;

type Fields = Record<string, unknown>;
interface Stored {
  readonly id: number;
  readonly owner: string;
  fields: Fields;
}

class Problem extends Error {
  constructor(
    readonly status: number,
    title: string,
  ) {
    super(title);
  }
}

const { schemas } = NOTIFIER.components;

/** @param keys users by their key */
export function makeNotifier(keys: Readonly<Record<string, string>>, fault?: string): Express {
  const has = (name: Fault) => name === fault;
  const ajv = new Ajv2020({ strict: false, schemas: [{ $id: 'spec', components: { schemas } }] });
  formats.default(ajv);
  const validatorOf = (name: string) => ajv.compile({ $ref: `spec#/components/schemas/${name}` });
  const isChannel = validatorOf('Channel');
  const isSubscription = validatorOf('Subscription');
  const loose = (name: 'Campaign' | 'CampaignChanges') => {
    const { recipients } = schemas[name].properties;
    const properties = { ...schemas[name].properties, recipients: { ...recipients, uniqueItems: false } };
    return ajv.compile({ ...schemas[name], properties });
  };
  const mayRepeat = has('recipients may be named twice');
  const isCampaign = mayRepeat ? loose('Campaign') : validatorOf('Campaign');
  const areChanges = mayRepeat ? loose('CampaignChanges') : validatorOf('CampaignChanges');

  const stores = {
    channels: new Map<number, Stored>(),
    campaigns: new Map<number, Stored>(),
    subscriptions: new Map<number, Stored>(),
  };
  type Kind = keyof typeof stores;
  let count = 0;

  const userOf = (request: Request) => keys[request.get('X-Api-Key') ?? ''] ?? fail(401, 'Which key?');
  const keep = (kind: Kind, owner: string, fields: Fields) => {
    count += 1;
    const stored = { id: count, owner, fields };
    stores[kind].set(count, stored);
    return stored;
  };
  const find = (kind: Kind, request: Request): Stored => {
    const user = userOf(request);
    const id = String(request.params.id);
    const stored = /^[0-9]{1,15}$/.test(id) ? stores[kind].get(Number(id)) : undefined;
    return stored?.owner === user ? stored : fail(404, 'There is none of this id.');
  };
  const ownOf = (kind: Kind, owner: string) =>
    [...stores[kind].values()].filter((one) => one.owner === owner);
  const remove = (kind: Kind) => (request: Request, response: Response) => {
    stores[kind].delete(find(kind, request).id);
    response.sendStatus(204);
  };
  const represent = ({ id, fields }: Stored) => ({ id, ...fields });

  const bodyOf = (request: Request, type: string): unknown => {
    if (!request.is(type)) throw new Problem(415, `Send ${type}.`);
    return parse(request.body);
  };
  const readChannel = (request: Request): Fields => {
    const body = bodyOf(request, 'application/json');
    const { kind, name, number } = Object(body);
    const isOdd = has('channels may be of any kind') && typeof kind === 'string' && typeof name === 'string';
    const isLong =
      has('numbers may end in anything') && kind === 'sms' && /^\+[0-9]{6,15}/.test(String(number));
    if (!isChannel(body) && !isOdd && !isLong) throw new Problem(400, 'The channel does not hold.');
    const fields = body as Fields;
    if (has('an sms of priority 0 breaks the service') && fields.priority === 0)
      throw new Error('Division by zero');
    const { address, priority, url, headers } = fields;
    const all = { kind, name, address, number, priority, url, headers };
    const dropped = has('headers of webhooks are dropped') ? { headers: undefined } : {};
    const ofKind =
      { email: ['address'], sms: ['number', 'priority'], webhook: ['url', 'headers'] }[String(kind)] ?? [];
    return Object.fromEntries(
      Object.entries({ ...all, ...dropped }).filter(
        ([member, value]) => value !== undefined && ['kind', 'name', ...ofKind].includes(member),
      ),
    );
  };
  const tidy = (given: Fields): Fields => {
    const fields = { ...given };
    if (has('recipients are sorted') && Array.isArray(fields.recipients))
      fields.recipients = [...fields.recipients].sort();
    if (has('titles are cut to 100 characters') && typeof fields.title === 'string')
      fields.title = [...fields.title].slice(0, 100).join('');
    return fields;
  };
  const pick = ({ title, recipients, sendAfter, labels }: Fields): Fields => ({
    title,
    recipients,
    sendAfter,
    labels,
  });

  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.use(express.raw({ type: () => true }));

  app
    .route('/channels')
    .get((request, response) => {
      const user = userOf(request);
      const { kind } = request.query;
      if (kind !== undefined && !['email', 'sms', 'webhook'].includes(String(kind)))
        fail(400, 'kind is wrong.');
      const all = has('lists show channels of other users')
        ? [...stores.channels.values()]
        : ownOf('channels', user);
      const shown = all.filter(({ fields }) => kind === undefined || fields.kind === kind);
      response.json(shown.map(represent));
    })
    .post((request, response) => {
      const user = userOf(request);
      const tenant = request.get('X-Tenant');
      const isMissing = tenant === undefined && has('X-Tenant may be missing');
      if (!isMissing && !/^[a-z]{3,20}$/.test(tenant ?? '')) fail(400, 'X-Tenant is wrong.');
      response.status(201).json(represent(keep('channels', user, readChannel(request))));
    })
    .all(only('GET', 'POST'));
  app
    .route('/channels/:id')
    .get((request, response) => void response.json(represent(find('channels', request))))
    .put((request, response) => {
      const stored = find('channels', request);
      stored.fields = readChannel(request);
      response.json(represent(stored));
    })
    .delete(remove('channels'))
    .all(only('GET', 'PUT', 'DELETE'));
  app
    .route('/campaigns')
    .get((request, response) => {
      const user = userOf(request);
      const { size = '10', after = '0' } = request.query;
      const isSize = /^([1-9]|[1-4][0-9]|50)$/.test(String(size));
      if (!isSize || !/^[0-9]+$/.test(String(after))) fail(400, 'A parameter is wrong.');
      const again = has('the next page begins with the last campaign') && Number(after) > 0 ? 1 : 0;
      const rest = ownOf('campaigns', user).filter(({ id }) => id > Number(after) - again);
      const data = rest.slice(0, Number(size) + again);
      const last = data.at(-1);
      const base = `http://${request.get('Host')}/campaigns`;
      const isMore = data.length < rest.length && last !== undefined;
      const links = isMore ? { next: `${base}?size=${size}&after=${last.id}` } : {};
      response.json({ data: data.map(represent), links });
    })
    .post((request, response) => {
      const user = userOf(request);
      const body = bodyOf(request, 'application/json');
      if (!isCampaign(body)) fail(400, 'The campaign does not hold.');
      const fields = pick({ sendAfter: null, labels: {}, ...tidy(body as Fields) });
      response.status(201).json(represent(keep('campaigns', user, fields)));
    })
    .all(only('GET', 'POST'));
  app
    .route('/campaigns/:id')
    .get((request, response) => void response.json(represent(find('campaigns', request))))
    .patch((request, response) => {
      const stored = find('campaigns', request);
      const changes = bodyOf(request, 'application/merge-patch+json');
      if (!areChanges(changes)) fail(400, 'The changes do not hold.');
      const given = Object.entries(tidy(changes as Fields));
      const kept = has('PATCH does nothing for null') ? given.filter(([, value]) => value !== null) : given;
      const { labels, ...others } = Object.fromEntries(kept);
      // RFC 7396: members of an object are merged, too.
      const merged =
        labels === undefined ? {} : { labels: { ...Object(stored.fields.labels), ...Object(labels) } };
      stored.fields = { ...stored.fields, ...others, ...merged };
      response.json(represent(stored));
    })
    .delete(remove('campaigns'))
    .all(only('GET', 'PATCH', 'DELETE'));
  app
    .route('/campaigns/:id/report')
    .get((request, response) => {
      find('campaigns', request);
      if (request.method === 'HEAD' && has('HEAD of a report breaks')) fail(404, 'There is no report.');
      const isCsv = request.accepts('application/json', 'text/csv') === 'text/csv';
      if (!isCsv) return void response.json({ sent: 0 });
      const type = has('a report as CSV says that it is JSON') ? 'application/json' : 'text/csv';
      response.type(type).send(type === 'text/csv' ? 'sent\n0\n' : '{"sent":0}');
    })
    .all(only('GET'));
  app
    .route('/subscriptions')
    .post((request, response) => {
      const user = userOf(request);
      if (!request.is('application/x-www-form-urlencoded')) fail(415, 'Send a form.');
      const text = String(request.body ?? '');
      const form = new URLSearchParams(
        has('plus signs of forms get lost') ? text.replace(/%2B/gi, '+') : text,
      );
      const [email, comment] = [form.get('email'), form.get('comment')];
      const topics = has('only the last topic is kept')
        ? form.getAll('topics').slice(-1)
        : form.getAll('topics');
      const fields = { topics, ...(email !== null && { email }), ...(comment !== null && { comment }) };
      if (!isSubscription({ ...fields, topics: form.getAll('topics') })) fail(400, 'The form does not hold.');
      response.status(201).json(represent(keep('subscriptions', user, fields)));
    })
    .all(only('POST'));
  app
    .route('/subscriptions/:id')
    .get((request, response) => void response.json(represent(find('subscriptions', request))))
    .all(only('GET'));
  app.get('/openapi.json', (_request, response) => void response.json(NOTIFIER));
  app.use(() => fail(404, 'Nothing is here.'));
  app.use((error: unknown, _request: Request, response: Response, _next: NextFunction) => {
    const status = error instanceof Error && 'status' in error ? Number(error.status) : 500;
    const title = error instanceof Error ? error.message : 'It broke.';
    response.status(status).type('application/problem+json').send(JSON.stringify({ title, status }));
  });
  return app;
}

function fail(status: number, title: string): never {
  throw new Problem(status, title);
}

const only =
  (...methods: string[]) =>
  (request: Request, response: Response) => {
    const all = methods.includes('GET') ? [...methods, 'HEAD', 'OPTIONS'] : [...methods, 'OPTIONS'];
    response.set('Allow', all.join(', '));
    if (request.method === 'OPTIONS') return void response.sendStatus(204);
    fail(405, `${request.method} is not for this path.`);
  };

/** @returns undefined when it is no JSON in UTF-8 */
function parse(body: unknown): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body as Buffer));
  } catch {
    return undefined;
  }
}
