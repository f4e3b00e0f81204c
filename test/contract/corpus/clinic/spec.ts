/** The description of the clinic: patients of one doctor each, their visits, pages that link to the next. */
const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const problem = (description: string) => ({ description, ...json(ref('Problem')) });

const UNAUTHORIZED = problem('The session is missing or unknown.');
const MISSING = problem('There is none of this id.');
const WRONG = problem('The request is wrong.');
const UNREADABLE = problem('The content type is another one.');
const id = (name: string) => ({
  name,
  in: 'path',
  required: true,
  schema: { type: 'string', pattern: '^[a-z0-9-]{1,40}$' },
});
const PAGING = [
  { name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 100, default: 20 } },
  { name: 'cursor', in: 'query', schema: { type: 'string', maxLength: 40 } },
];
const page = (name: string) =>
  json({
    type: 'object',
    required: ['items', 'next'],
    properties: {
      items: { type: 'array', items: ref(name) },
      next: { type: ['string', 'null'], format: 'uri-reference', description: 'The next page.' },
    },
  });

const PHONE = { type: ['string', 'null'], pattern: '^\\+[0-9]{6,15}$' };
const FIELDS = {
  name: { type: 'string', minLength: 1, maxLength: 100 },
  birthDate: { type: 'string', format: 'date' },
  status: { enum: ['active', 'archived'], default: 'active' },
  phone: { ...PHONE, default: null },
  allergies: {
    type: 'array',
    maxItems: 10,
    items: { type: 'string', minLength: 1, maxLength: 40 },
    default: [],
  },
  address: {
    type: 'object',
    required: ['street', 'city'],
    additionalProperties: false,
    properties: {
      street: { type: 'string', minLength: 1, maxLength: 80 },
      line2: { type: 'string', maxLength: 80 },
      city: { type: 'string', minLength: 1, maxLength: 60 },
    },
  },
  contacts: {
    type: 'array',
    maxItems: 4,
    items: {
      type: 'object',
      required: ['name', 'phone'],
      additionalProperties: false,
      properties: {
        name: { type: 'string', minLength: 1, maxLength: 100 },
        phone: { ...PHONE, type: 'string' },
      },
    },
    default: [],
  },
};
const VISIT = {
  at: { type: 'string', format: 'date-time' },
  minutes: { type: 'integer', minimum: 5, maximum: 240, multipleOf: 5 },
  reason: { type: 'string', minLength: 1, maxLength: 300 },
};

export const CLINIC = {
  openapi: '3.1.0',
  info: { title: 'Clinic', version: '1' },
  security: [{ session: [] }],
  paths: {
    '/patients': {
      get: {
        operationId: 'listPatients',
        parameters: [...PAGING, { name: 'status', in: 'query', schema: { enum: ['active', 'archived'] } }],
        responses: { 200: { description: 'Patients.', ...page('Patient') }, 400: WRONG, 401: UNAUTHORIZED },
      },
      post: {
        operationId: 'addPatient',
        requestBody: { required: true, ...json(ref('NewPatient')) },
        responses: {
          201: {
            description: 'Added.',
            headers: { Location: { required: true, schema: { type: 'string' } } },
            ...json(ref('Patient')),
          },
          400: WRONG,
          401: UNAUTHORIZED,
          415: UNREADABLE,
        },
      },
    },
    '/patients/{patientId}': {
      parameters: [id('patientId')],
      get: {
        operationId: 'readPatient',
        responses: { 200: { description: 'It.', ...json(ref('Patient')) }, 401: UNAUTHORIZED, 404: MISSING },
      },
      put: {
        operationId: 'replacePatient',
        requestBody: { required: true, ...json(ref('NewPatient')) },
        responses: {
          200: { description: 'Replaced.', ...json(ref('Patient')) },
          400: WRONG,
          401: UNAUTHORIZED,
          404: MISSING,
          415: UNREADABLE,
        },
      },
      patch: {
        operationId: 'changePatient',
        requestBody: {
          required: true,
          content: { 'application/merge-patch+json': { schema: ref('PatientChanges') } },
        },
        responses: {
          200: { description: 'Changed.', ...json(ref('Patient')) },
          400: WRONG,
          401: UNAUTHORIZED,
          404: MISSING,
          415: UNREADABLE,
        },
      },
      delete: {
        operationId: 'removePatient',
        responses: { 204: { description: 'Removed.' }, 401: UNAUTHORIZED, 404: MISSING },
      },
    },
    '/patients/{patientId}/visits': {
      parameters: [id('patientId')],
      get: {
        operationId: 'listVisits',
        responses: {
          200: { description: 'Visits.', ...json({ type: 'array', items: ref('Visit') }) },
          401: UNAUTHORIZED,
          404: MISSING,
        },
      },
      post: {
        operationId: 'addVisit',
        requestBody: { required: true, ...json(ref('NewVisit')) },
        responses: {
          201: { description: 'Added.', ...json(ref('Visit')) },
          400: WRONG,
          401: UNAUTHORIZED,
          404: MISSING,
          415: UNREADABLE,
        },
      },
    },
    '/patients/{patientId}/visits/{visitId}': {
      parameters: [id('patientId'), id('visitId')],
      get: {
        operationId: 'readVisit',
        responses: { 200: { description: 'It.', ...json(ref('Visit')) }, 401: UNAUTHORIZED, 404: MISSING },
      },
      delete: {
        operationId: 'cancelVisit',
        responses: { 204: { description: 'Cancelled.' }, 401: UNAUTHORIZED, 404: MISSING },
      },
    },
  },
  components: {
    securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'session' } },
    schemas: {
      NewPatient: { type: 'object', required: ['name', 'birthDate', 'address'], properties: FIELDS },
      PatientChanges: {
        type: 'object',
        minProperties: 1,
        additionalProperties: false,
        properties: {
          name: FIELDS.name,
          status: { enum: FIELDS.status.enum },
          phone: PHONE,
          allergies: { ...FIELDS.allergies, default: undefined },
        },
      },
      Patient: {
        type: 'object',
        required: ['id', ...Object.keys(FIELDS)],
        properties: { id: { type: 'string', readOnly: true }, ...FIELDS },
      },
      NewVisit: { type: 'object', required: Object.keys(VISIT), properties: VISIT },
      Visit: {
        type: 'object',
        required: ['id', ...Object.keys(VISIT)],
        properties: { id: { type: 'string', readOnly: true }, ...VISIT },
      },
      Problem: { type: 'object', required: ['error'], properties: { error: { type: 'string' } } },
    },
  },
};
