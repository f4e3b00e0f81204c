/** The description of the notifier: channels of three kinds, campaigns, subscriptions by a form. */
const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const problem = (description: string) => ({
  description,
  content: { 'application/problem+json': { schema: ref('Problem') } },
});

const COMMON = { 400: problem('It is wrong.'), 401: problem('The key is missing or wrong.') };
const ONE = { ...COMMON, 404: problem('There is none of this id.') };
const UNREADABLE = { 415: problem('Another content type.') };
const TENANT = {
  name: 'X-Tenant',
  in: 'header',
  required: true,
  schema: { type: 'string', pattern: '^[a-z]{3,20}$' },
  example: 'acme',
};
const id = (name: string) => ({ name, in: 'path', required: true, schema: { type: 'integer', minimum: 1 } });

const NAME = { type: 'string', minLength: 1, maxLength: 40 };
const kind = (name: string) => ({ type: 'string', const: name });
const channel = (name: string, required: readonly string[], properties: object) => ({
  type: 'object',
  required: ['kind', 'name', ...required],
  properties: { kind: kind(name), name: NAME, ...properties },
});

const CAMPAIGN = {
  title: { type: 'string', minLength: 1, maxLength: 120 },
  recipients: { type: 'array', minItems: 1, maxItems: 8, uniqueItems: true, items: NAME },
  sendAfter: { type: ['string', 'null'], format: 'date-time' },
  labels: { type: 'object', maxProperties: 5, additionalProperties: { type: 'string', maxLength: 30 } },
};

export const NOTIFIER = {
  openapi: '3.1.0',
  info: { title: 'Notifier', version: '1' },
  security: [{ key: [] }],
  paths: {
    '/channels': {
      get: {
        operationId: 'listChannels',
        parameters: [{ name: 'kind', in: 'query', schema: { enum: ['email', 'sms', 'webhook'] } }],
        responses: {
          200: { description: 'Channels.', ...json({ type: 'array', items: ref('StoredChannel') }) },
          ...COMMON,
        },
      },
      post: {
        operationId: 'addChannel',
        parameters: [TENANT],
        requestBody: { required: true, ...json(ref('Channel')) },
        responses: {
          201: { description: 'Added.', ...json(ref('StoredChannel')) },
          ...COMMON,
          ...UNREADABLE,
        },
      },
    },
    '/channels/{channelId}': {
      parameters: [id('channelId')],
      get: {
        operationId: 'readChannel',
        responses: { 200: { description: 'It.', ...json(ref('StoredChannel')) }, ...ONE },
      },
      put: {
        operationId: 'replaceChannel',
        requestBody: { required: true, ...json(ref('Channel')) },
        responses: {
          200: { description: 'Replaced.', ...json(ref('StoredChannel')) },
          ...ONE,
          ...UNREADABLE,
        },
      },
      delete: { operationId: 'removeChannel', responses: { 204: { description: 'Removed.' }, ...ONE } },
    },
    '/campaigns': {
      get: {
        operationId: 'listCampaigns',
        parameters: [
          { name: 'size', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 50 } },
          { name: 'after', in: 'query', schema: { type: 'integer', minimum: 0 } },
        ],
        responses: {
          200: {
            description: 'Oldest first.',
            ...json({
              type: 'object',
              required: ['data', 'links'],
              properties: {
                data: { type: 'array', items: ref('StoredCampaign') },
                links: {
                  type: 'object',
                  properties: { next: { type: 'string', format: 'uri', description: 'The next page.' } },
                },
              },
            }),
          },
          ...COMMON,
        },
      },
      post: {
        operationId: 'addCampaign',
        requestBody: { required: true, ...json(ref('Campaign')) },
        responses: {
          201: { description: 'Added.', ...json(ref('StoredCampaign')) },
          ...COMMON,
          ...UNREADABLE,
        },
      },
    },
    '/campaigns/{campaignId}': {
      parameters: [id('campaignId')],
      get: {
        operationId: 'readCampaign',
        responses: { 200: { description: 'It.', ...json(ref('StoredCampaign')) }, ...ONE },
      },
      patch: {
        operationId: 'changeCampaign',
        description: 'What is not sent stays; null takes `sendAfter` away.',
        requestBody: {
          required: true,
          content: { 'application/merge-patch+json': { schema: ref('CampaignChanges') } },
        },
        responses: {
          200: { description: 'Changed.', ...json(ref('StoredCampaign')) },
          ...ONE,
          ...UNREADABLE,
        },
      },
      delete: { operationId: 'removeCampaign', responses: { 204: { description: 'Removed.' }, ...ONE } },
    },
    '/campaigns/{campaignId}/report': {
      parameters: [id('campaignId')],
      get: {
        operationId: 'reportCampaign',
        responses: {
          200: {
            description: 'Who got it.',
            content: {
              'application/json': {
                schema: { type: 'object', required: ['sent'], properties: { sent: { type: 'integer' } } },
              },
              'text/csv': { schema: { type: 'string' } },
            },
          },
          ...ONE,
        },
      },
    },
    '/subscriptions': {
      post: {
        operationId: 'subscribe',
        requestBody: {
          required: true,
          content: { 'application/x-www-form-urlencoded': { schema: ref('Subscription') } },
        },
        responses: {
          201: { description: 'Subscribed.', ...json(ref('StoredSubscription')) },
          ...COMMON,
          ...UNREADABLE,
        },
      },
    },
    '/subscriptions/{subscriptionId}': {
      parameters: [id('subscriptionId')],
      get: {
        operationId: 'readSubscription',
        responses: { 200: { description: 'It.', ...json(ref('StoredSubscription')) }, ...ONE },
      },
    },
  },
  components: {
    securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Api-Key' } },
    schemas: {
      Email: channel('email', ['address'], { address: { type: 'string', format: 'email', maxLength: 100 } }),
      Sms: channel('sms', ['number'], {
        number: { type: 'string', pattern: '^\\+[0-9]{6,15}$' },
        priority: { type: 'integer', minimum: 0, maximum: 9 },
      }),
      Webhook: channel('webhook', ['url'], {
        url: { type: 'string', format: 'uri', pattern: '^https://', maxLength: 200 },
        headers: {
          type: 'object',
          maxProperties: 5,
          additionalProperties: { type: 'string', maxLength: 40 },
        },
      }),
      Channel: {
        oneOf: [ref('Email'), ref('Sms'), ref('Webhook')],
        discriminator: {
          propertyName: 'kind',
          mapping: {
            email: '#/components/schemas/Email',
            sms: '#/components/schemas/Sms',
            webhook: '#/components/schemas/Webhook',
          },
        },
      },
      StoredChannel: {
        allOf: [ref('Channel')],
        type: 'object',
        required: ['id'],
        properties: { id: { type: 'integer' } },
      },
      Campaign: { type: 'object', required: ['title', 'recipients'], properties: CAMPAIGN },
      CampaignChanges: {
        type: 'object',
        minProperties: 1,
        additionalProperties: false,
        properties: CAMPAIGN,
      },
      StoredCampaign: {
        type: 'object',
        required: ['id', 'title', 'recipients', 'sendAfter', 'labels'],
        properties: { id: { type: 'integer', readOnly: true }, ...CAMPAIGN },
      },
      Subscription: {
        type: 'object',
        required: ['email', 'topics'],
        properties: {
          email: { type: 'string', format: 'email', maxLength: 100 },
          topics: {
            type: 'array',
            minItems: 1,
            maxItems: 3,
            uniqueItems: true,
            items: { enum: ['news', 'offers', 'outages'] },
          },
          comment: { type: 'string', maxLength: 200 },
        },
      },
      StoredSubscription: {
        type: 'object',
        required: ['id', 'email', 'topics'],
        properties: {
          id: { type: 'integer', readOnly: true },
          email: { type: 'string' },
          topics: { type: 'array', items: { type: 'string' } },
          comment: { type: 'string' },
        },
      },
      Problem: {
        type: 'object',
        required: ['title', 'status'],
        properties: { title: { type: 'string' }, status: { type: 'integer' } },
      },
    },
  },
};
