/** A clinic on Koa, with faults that can be planted. Nothing here knows Snippet Store. */
import { randomUUID } from 'node:crypto';
import Router from '@koa/router';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import Koa, { type Context } from 'koa';
import type { CheckName } from '../../harness/checks/check.js';
import { CLINIC } from './spec.js';

/** With the check that has to find each. */
export const CLINIC_FAULTS = {
  'PUT keeps a phone that was not sent': 'stored_data_conformance',
  'PATCH clears allergies that were not sent': 'stored_data_conformance',
  'the second line of an address is dropped': 'stored_data_conformance',
  'contacts are stored in reverse order': 'stored_data_conformance',
  'the filter by status does nothing': 'stored_data_conformance',
  'the next page leaves out a patient': 'pagination_conformance',
  'archived patients cannot be read': 'stored_data_conformance',
  'a visit of 240 minutes breaks the service': 'not_a_server_error',
  'visits of a removed patient can be read': 'use_after_free',
  'a cancelled visit stays in the list': 'use_after_free',
  'every doctor may read a patient': 'object_level_authorization',
  'patients need no name': 'negative_data_rejection',
  'leap days are refused': 'positive_data_acceptance',
  'missing patients are answered with HTML': 'content_type_conformance',
  'Location names no patient': 'location_conformance',
} as const satisfies Record<string, CheckName>;
type Fault = keyof typeof CLINIC_FAULTS;

type Fields = Record<string, unknown>;
interface Visit {
  readonly id: string;
  readonly fields: Fields;
}
interface Patient {
  readonly id: string;
  readonly doctor: string;
  fields: Fields;
  visits: Visit[];
  isRemoved: boolean;
}

const { NewPatient, PatientChanges, NewVisit } = CLINIC.components.schemas;

/** @param sessions doctors by their session */
export function makeClinic(sessions: Readonly<Record<string, string>>, fault?: string): Koa {
  const has = (name: Fault) => name === fault;
  const ajv = new Ajv2020({ strict: false, useDefaults: true });
  formats.default(ajv);
  const noName = { ...NewPatient.properties, name: { type: 'string' } };
  const isPatient = ajv.compile(
    has('patients need no name') ? { ...NewPatient, properties: noName } : NewPatient,
  );
  const areChanges = ajv.compile(PatientChanges);
  const isVisit = ajv.compile(NewVisit);
  const patients = new Map<string, Patient>();

  const doctorOf = (ctx: Context) => {
    const session = ctx.cookies.get('session') ?? '';
    return sessions[session] ?? ctx.throw(401, 'Sign in first.');
  };
  const patientOf = (ctx: Context, mayBeRemoved = false): Patient => {
    const doctor = doctorOf(ctx);
    const patient = patients.get(String(ctx.params.patientId));
    const isOwn =
      patient?.doctor === doctor || (has('every doctor may read a patient') && ctx.method === 'GET');
    if (!patient || !isOwn || (patient.isRemoved && !mayBeRemoved)) return ctx.throw(404, 'No such patient.');
    return patient;
  };
  const read = async (ctx: Context, type: string, fits: (body: unknown) => boolean): Promise<Fields> => {
    if (!ctx.is(type)) ctx.throw(415, `Send ${type}.`);
    const chunks: Buffer[] = [];
    for await (const chunk of ctx.req) chunks.push(chunk as Buffer);
    const body = parse(Buffer.concat(chunks));
    if (!fits(body)) ctx.throw(400, 'The body does not hold.');
    return body as Fields;
  };
  const readPatient = async (ctx: Context): Promise<Fields> => {
    const fields = await read(ctx, 'application/json', isPatient);
    if (has('leap days are refused') && String(fields.birthDate).endsWith('-02-29'))
      ctx.throw(400, 'No such day.');
    const { name, birthDate, status, phone, allergies, address, contacts } = fields;
    const { line2: _line2, ...short } = address as Fields;
    return {
      ...{ name, birthDate, status, phone, allergies },
      address: has('the second line of an address is dropped') ? short : address,
      contacts: has('contacts are stored in reverse order')
        ? [...(contacts as unknown[])].reverse()
        : contacts,
    };
  };
  const represent = ({ id, fields }: Patient | Visit) => ({ id, ...fields });

  const router = new Router();
  router
    .get('/patients', (ctx) => {
      const doctor = doctorOf(ctx);
      const { limit = '20', cursor = '', status } = ctx.query;
      const isWhole = typeof limit === 'string' && /^[1-9][0-9]?$|^100$/.test(limit);
      const isStatus = status === undefined || status === 'active' || status === 'archived';
      if (!isWhole || !isStatus || typeof cursor !== 'string' || [...cursor].length > 40)
        return ctx.throw(400, 'A parameter is wrong.');
      const own = [...patients.values()].filter((one) => one.doctor === doctor && !one.isRemoved);
      const asked = status === undefined || has('the filter by status does nothing');
      const all = own.filter(({ fields }) => asked || fields.status === status);
      const start = all.findIndex(({ id }) => id === cursor) + 1;
      const items = all.slice(start, start + Number(limit));
      const skipped = has('the next page leaves out a patient') ? 1 : 0;
      const last = all[start + items.length - 1 + skipped];
      const query = new URLSearchParams({
        limit,
        cursor: last?.id ?? '',
        ...(status && { status: String(status) }),
      });
      const isMore = start + items.length < all.length && last !== undefined;
      ctx.body = { items: items.map(represent), next: isMore ? `/patients?${query}` : null };
    })
    .post('/patients', async (ctx) => {
      const doctor = doctorOf(ctx);
      const patient = {
        id: randomUUID(),
        doctor,
        fields: await readPatient(ctx),
        visits: [],
        isRemoved: false,
      };
      patients.set(patient.id, patient);
      ctx.status = 201;
      ctx.set('Location', `/patients/${has('Location names no patient') ? randomUUID() : patient.id}`);
      ctx.body = represent(patient);
    })
    .get('/patients/:patientId', (ctx) => {
      const patient = patientOf(ctx);
      if (has('archived patients cannot be read') && patient.fields.status === 'archived')
        return ctx.throw(404, 'No such patient.');
      ctx.body = represent(patient);
    })
    .put('/patients/:patientId', async (ctx) => {
      const patient = patientOf(ctx);
      const before = patient.fields;
      patient.fields = await readPatient(ctx);
      if (has('PUT keeps a phone that was not sent')) patient.fields.phone ??= before.phone;
      ctx.body = represent(patient);
    })
    .patch('/patients/:patientId', async (ctx) => {
      const patient = patientOf(ctx);
      const changes = await read(ctx, 'application/merge-patch+json', areChanges);
      const cleared = has('PATCH clears allergies that were not sent') ? { allergies: [] } : {};
      patient.fields = { ...patient.fields, ...cleared, ...changes };
      ctx.body = represent(patient);
    })
    .delete('/patients/:patientId', (ctx) => {
      patientOf(ctx).isRemoved = true;
      ctx.status = 204;
    })
    .get('/patients/:patientId/visits', (ctx) => {
      ctx.body = patientOf(ctx).visits.map(represent);
    })
    .post('/patients/:patientId/visits', async (ctx) => {
      const patient = patientOf(ctx);
      const { at, minutes, reason } = await read(ctx, 'application/json', isVisit);
      if (has('a visit of 240 minutes breaks the service') && minutes === 240)
        throw new Error('No room left.');
      const visit = { id: randomUUID(), fields: { at, minutes, reason } };
      patient.visits.push(visit);
      ctx.status = 201;
      ctx.body = represent(visit);
    })
    .get('/patients/:patientId/visits/:visitId', (ctx) => {
      const patient = patientOf(ctx, has('visits of a removed patient can be read'));
      ctx.body = represent(visitOf(ctx, patient));
    })
    .delete('/patients/:patientId/visits/:visitId', (ctx) => {
      const patient = patientOf(ctx);
      const visit = visitOf(ctx, patient);
      if (has('a cancelled visit stays in the list')) cancelled.add(visit.id);
      else patient.visits = patient.visits.filter((one) => one !== visit);
      ctx.status = 204;
    });
  const cancelled = new Set<string>();
  const visitOf = (ctx: Context, { visits }: Patient): Visit => {
    const visit = visits.find(({ id }) => id === ctx.params.visitId);
    return visit && !cancelled.has(visit.id) ? visit : ctx.throw(404, 'No such visit.');
  };

  const app = new Koa();
  app.silent = true;
  app.use(async (ctx, next) => {
    try {
      await next();
      if (ctx.status === 404 && ctx.body === undefined) ctx.throw(404, 'Nothing is here.');
    } catch (error) {
      const { status = 500, message } = error as Error & { status?: number };
      ctx.status = status;
      ctx.body = { error: message };
      if (
        status === 404 &&
        has('missing patients are answered with HTML') &&
        ctx.path.startsWith('/patients/')
      ) {
        ctx.type = 'html';
        ctx.body = '<h1>Not found</h1>';
      }
    }
  });
  app.use(async (ctx, next) => {
    if (ctx.path === '/openapi.json') ctx.body = CLINIC;
    else await next();
  });
  app.use(router.routes());
  app.use(router.allowedMethods({ throw: false }));
  return app;
}

/** @returns undefined when it is no JSON in UTF-8 */
function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return undefined;
  }
}
