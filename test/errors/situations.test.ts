import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as errors from '#src/errors/index.js';
import { describeError } from '#src/extension.js';

describe('each situation has its status, its text and its headers', () => {
  for (const [error, status, detail, headers = {}] of [
    [new errors.ParseError(), 400, 'Malformed request.'],
    [new errors.AuthenticationFailed(), 401, 'Incorrect authentication credentials.'],
    [new errors.NotAuthenticated(), 401, 'Authentication credentials were not provided.'],
    [new errors.PermissionDenied(), 403, 'You do not have permission to perform this action.'],
    [new errors.NotFound(), 404, 'Not found.'],
    [new errors.MethodNotAllowed('PUT'), 405, "Method 'PUT' not allowed."],
    [new errors.NotAcceptable(), 406, 'Could not satisfy the request Accept header.'],
    [new errors.IdempotencyKeyReused(), 422, 'This Idempotency-Key was used for another request.'],
    [new errors.PreconditionFailed(), 412, 'The resource has changed: its ETag does not match If-Match.'],
    [new errors.PayloadTooLarge(2_097_152), 413, 'Request body is too large: at most 2097152 bytes.'],
    [new errors.UnsupportedMediaType('a/b'), 415, 'Unsupported media type "a/b" in request.'],
    [new errors.UnsupportedMediaType(''), 415, 'Unsupported media type "" in request.'],
    [
      new errors.Throttled(11.2),
      429,
      'Request was throttled. Expected available in 12 seconds.',
      { 'Retry-After': '12' },
    ],
    [
      new errors.Throttled(0.5),
      429,
      'Request was throttled. Expected available in 1 second.',
      { 'Retry-After': '1' },
    ],
    [
      new errors.ServiceUnavailable(2),
      503,
      'Service temporarily unavailable, try again later.',
      { 'Retry-After': '2' },
    ],
    [new errors.ApiError(), 500, 'A server error occurred.'],
  ] as const) {
    it(`${error.name}: ${status} ${detail}`, () => {
      assert.deepEqual(describeError(error), { status, headers, body: { detail } });
    });
  }

  it('ValidationFailed: 400 with the fields beside the detail', () => {
    const error = new errors.ValidationFailed({ code: ['This field is required.'] });
    const body = { detail: 'Invalid input.', code: ['This field is required.'] };
    assert.deepEqual(describeError(error), { status: 400, headers: {}, body });
  });
});

describe('a custom kind', () => {
  class OnFire extends errors.ServiceUnavailable {
    static override readonly status = 507;
    static override readonly defaultDetail = 'The store is on fire.';
  }

  it('has a status and a default detail of its own, whatever situation it extends', () => {
    const error = new OnFire(3);
    assert.ok(error instanceof errors.ApiError);
    assert.deepEqual(
      [error.name, error.status, error.detail, error.headers],
      ['OnFire', 507, 'The store is on fire.', { 'Retry-After': '3' }],
    );
  });

  it('may be told the detail, and keeps its cause from the client', () => {
    const error = new OnFire(3, { detail: 'Run.', cause: new Error('somebody smoked') });
    assert.deepEqual(error.body, { detail: 'Run.' });
    assert.match(String(error.cause), /smoked/);
  });
});

describe('a thrown value that is not an API error', () => {
  for (const thrown of [new Error('inside'), new TypeError('x'), 'text', undefined, null, { status: 404 }]) {
    it(`is unknown to the standard handler: ${String(thrown)}`, () => {
      assert.equal(describeError(thrown), undefined);
    });
  }
});
