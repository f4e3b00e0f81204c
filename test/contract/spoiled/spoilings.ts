/** Servers that do one thing wrong, with the check that has to say so. */
import type { CheckName } from '../harness/checks/check.js';
import { answer, change, edit, editRequest, isCreation, isSnippet, isUser, parse, reply } from './changes.js';
import type { Fault } from './proxy.js';

export interface Spoiling {
  readonly name: string;
  readonly check: CheckName;
  /** @param authorization that the server accepts as the run's own user */
  make(authorization: string): Fault;
}

const DETAIL = { detail: 'no' };

export const SPOILINGS: readonly Spoiling[] = [
  {
    name: 'a 500 on emoji',
    check: 'not_a_server_error',
    make: () =>
      answer(
        (message) => isCreation(message) && /\p{Extended_Pictographic}/u.test(message.body.toString()),
        500,
        DETAIL,
      ),
  },
  {
    name: 'a 500 on a NUL',
    check: 'not_a_server_error',
    make: () => answer((message) => message.body.includes('\\u0000'), 500, DETAIL),
  },
  {
    name: 'a 500 on nested arrays',
    check: 'not_a_server_error',
    make: () => answer((message) => message.body.includes('[[[['), 500, DETAIL),
  },
  {
    name: 'an undeclared status',
    check: 'status_code_conformance',
    make: () => answer(isUser, 418, DETAIL),
  },
  {
    name: '202 instead of 201',
    check: 'status_code_conformance',
    make: () =>
      change(
        ({ status }) => status === 201,
        (given) => {
          given.status = 202;
        },
      ),
  },
  {
    name: 'a missing field',
    check: 'response_schema_conformance',
    make: () =>
      change(
        ({ status }, message) => status === 200 && isSnippet(message),
        (given) =>
          edit(given, (body) => {
            delete body.title;
          }),
      ),
  },
  {
    name: 'a string id',
    check: 'response_schema_conformance',
    make: () =>
      change(
        ({ status }) => status === 201,
        (given) =>
          edit(given, (body) => {
            body.id = String(body.id);
          }),
      ),
  },
  {
    name: 'a field too many',
    check: 'response_schema_conformance',
    make: () =>
      change(
        ({ status }, message) => status === 200 && isSnippet(message),
        (given) =>
          edit(given, (body) => {
            body.created = '2026-01-01';
          }),
      ),
  },
  {
    name: 'an unknown language in an answer',
    check: 'response_schema_conformance',
    make: () =>
      change(
        ({ status }) => status === 201,
        (given) =>
          edit(given, (body) => {
            body.language = 'Python';
          }),
      ),
  },
  {
    name: 'a refusal without detail',
    check: 'response_schema_conformance',
    make: () =>
      change(
        ({ status }) => status === 400,
        (given) =>
          edit(given, (body) => {
            delete body.detail;
          }),
      ),
  },
  {
    name: 'a 404 without detail',
    check: 'response_schema_conformance',
    make: () =>
      change(
        ({ status }) => status === 404,
        (given) =>
          edit(given, (body) => {
            delete body.detail;
          }),
      ),
  },
  {
    name: 'a body that is cut off',
    check: 'response_schema_conformance',
    make: () =>
      change(
        ({ status }, message) => status === 200 && isSnippet(message),
        (given) => {
          given.body = given.body.subarray(0, -1);
        },
      ),
  },
  {
    name: 'a missing challenge',
    check: 'response_headers_conformance',
    make: () =>
      change(
        ({ status }) => status === 401,
        (given) => {
          delete given.headers['www-authenticate'];
        },
      ),
  },
  {
    name: 'a missing Allow',
    check: 'response_headers_conformance',
    make: () =>
      change(
        ({ status }, message) => status === 200 && isUser(message),
        (given) => {
          delete given.headers.allow;
        },
      ),
  },
  {
    name: 'a missing ETag',
    check: 'response_headers_conformance',
    make: () =>
      change(
        (_given, message) => message.target === '/openapi.json',
        (given) => {
          delete given.headers.etag;
        },
      ),
  },
  {
    name: 'an ETag without quotes',
    check: 'response_headers_conformance',
    make: () =>
      change(
        ({ headers }) => headers.etag !== undefined,
        (given) => {
          given.headers.etag = 'v1';
        },
      ),
  },
  {
    name: 'a missing Location',
    check: 'response_headers_conformance',
    make: () =>
      change(
        ({ status }) => status === 201,
        (given) => {
          delete given.headers.location;
        },
      ),
  },
  {
    name: 'a Location without its last slash',
    check: 'response_headers_conformance',
    make: () =>
      change(
        ({ status }) => status === 201,
        (given) => {
          given.headers.location = given.headers.location?.slice(0, -1) ?? '';
        },
      ),
  },
  {
    name: 'a wrong content type',
    check: 'content_type_conformance',
    make: () =>
      change(
        (_given, message) => isUser(message),
        (given) => {
          given.headers['content-type'] = 'text/plain';
        },
      ),
  },
  {
    name: 'no content type',
    check: 'content_type_conformance',
    make: () =>
      change(
        ({ status }, message) => status === 200 && isSnippet(message),
        (given) => {
          delete given.headers['content-type'];
        },
      ),
  },
  {
    name: 'XML for an error',
    check: 'content_type_conformance',
    make: () =>
      change(
        ({ status }) => status === 400,
        (given) => {
          given.headers['content-type'] = 'application/xml';
        },
      ),
  },
  {
    name: 'credentials ignored',
    check: 'ignored_auth',
    make: (authorization) => ({
      request(message) {
        message.headers.authorization = authorization;
        return undefined;
      },
    }),
  },
  {
    name: 'wrong credentials taken for right ones',
    check: 'ignored_auth',
    make: (authorization) => ({
      request(message) {
        if (message.headers.authorization) message.headers.authorization = authorization;
        return undefined;
      },
    }),
  },
  {
    name: 'a title that is too long accepted',
    check: 'negative_data_rejection',
    make: () =>
      editRequest(isCreation, (body) => {
        if (typeof body.title === 'string') body.title = [...body.title].slice(0, 100).join('');
      }),
  },
  {
    name: 'an unknown language accepted',
    check: 'negative_data_rejection',
    make: () =>
      editRequest(isCreation, (body) => {
        if (typeof body.language === 'string') body.language = 'python';
      }),
  },
  {
    name: 'a number for a text accepted',
    check: 'negative_data_rejection',
    make: () =>
      editRequest(isCreation, (body) => {
        if (typeof body.title === 'number') body.title = String(body.title);
      }),
  },
  {
    name: 'a missing code accepted',
    check: 'negative_data_rejection',
    make: () =>
      editRequest(isCreation, (body) => {
        body.code ??= 'x';
      }),
  },
  {
    name: 'any limit accepted',
    check: 'negative_data_rejection',
    make: () => ({
      request(message) {
        message.target = message.target.replace(/limit=[^&]*/, 'limit=5');
        return undefined;
      },
    }),
  },
  {
    name: 'any content type accepted',
    check: 'negative_data_rejection',
    make: () => ({
      request(message) {
        if (parse(message.body)) message.headers['content-type'] = 'application/json';
        return undefined;
      },
    }),
  },
  {
    name: 'a title of sixty letters refused',
    check: 'positive_data_acceptance',
    make: () =>
      answer(
        (message) => isCreation(message) && [...String(parse(message.body)?.title ?? '')].length > 60,
        400,
        DETAIL,
      ),
  },
  {
    name: 'lengths counted in UTF-16 units',
    check: 'positive_data_acceptance',
    make: () =>
      answer(
        (message) => isCreation(message) && String(parse(message.body)?.title ?? '').length > 100,
        400,
        DETAIL,
      ),
  },
  {
    name: 'forms refused',
    check: 'positive_data_acceptance',
    make: () =>
      answer(
        (message) => isCreation(message) && /urlencoded/.test(message.headers['content-type'] ?? ''),
        400,
        DETAIL,
      ),
  },
  {
    name: 'a deleted snippet that comes back',
    check: 'use_after_free',
    make: () => ({ request: ({ method }) => (method === 'DELETE' ? noContent() : undefined) }),
  },
  {
    name: 'a new snippet that is not there',
    check: 'ensure_resource_availability',
    make: () => answer((message) => message.method === 'GET' && isSnippet(message), 404, DETAIL),
  },
  {
    name: 'PATCH answered',
    check: 'unsupported_method',
    make: () => answer(({ method }) => method === 'PATCH', 200, {}),
  },
  {
    name: 'TRACE answered',
    check: 'unsupported_method',
    make: () => answer(({ method }) => method === 'TRACE', 200, {}),
  },
  {
    name: 'a 405 without Allow',
    check: 'unsupported_method',
    make: () =>
      change(
        ({ status }) => status === 405,
        (given) => {
          delete given.headers.allow;
        },
      ),
  },
  {
    name: 'an Allow that lacks a method',
    check: 'allow_header_conformance',
    make: () =>
      change(
        (_given, { method }) => method === 'OPTIONS',
        (given) => {
          given.headers.allow = 'HEAD, OPTIONS';
        },
      ),
  },
  {
    name: 'an Allow that promises a method',
    check: 'allow_header_conformance',
    make: () =>
      change(
        (_given, { method }) => method === 'OPTIONS',
        (given) => {
          given.headers.allow = `${given.headers.allow}, PATCH`;
        },
      ),
  },
  {
    name: 'snippets that everybody may replace',
    check: 'object_level_authorization',
    make: (authorization) => ({
      request(message) {
        const isKnown =
          message.headers.authorization !== undefined && !isWrong(message.headers.authorization);
        if (message.method === 'PUT' && isKnown) message.headers.authorization = authorization;
        return undefined;
      },
    }),
  },
];

const isWrong = (authorization: string) =>
  Buffer.from(authorization.split(' ')[1] ?? '', 'base64').toString() === 'nobody:wrong';

const noContent = () => {
  const { headers } = reply(204, '');
  const { 'content-type': _none, ...kept } = headers;
  return { status: 204, headers: kept, body: Buffer.alloc(0) };
};
