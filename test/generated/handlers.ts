// The handlers' signatures hold a handler to the contract: `npm run typecheck` fails when one of these lines compiles that
// may not, or does not that should.
import type { Handler, HandlerRequest, Handlers } from '#generated/server/handlers.gen.js';

const snippets: number[] = [];

export const accepted = {
  answer: (({ parameters: { path } }) => ({
    status: 200,
    headers: { ETag: '"1"' },
    body: { id: path.id, username: 'alice', snippets },
  })) satisfies Handler<'getUser', object>,
  later: (async () => ({ status: 204 })) satisfies Handler<'deleteSnippet', object>,
  batches: (() => ({ status: 200, body: batches() })) satisfies Handler<'listUsers', object>,
  // Validation has filled in the default.
  form: (({ body }) => {
    const linenos: boolean = body.linenos;
    throw new Error(String(linenos));
  }) satisfies Handler<'createSnippet', object>,
};

async function* batches() {
  yield [{ id: 1, username: 'alice', snippets }];
}

export const refused = {
  // @ts-expect-error a status that is not declared
  status: (() => ({ status: 200 })) satisfies Handler<'deleteSnippet', object>,
  // @ts-expect-error a member that is missing
  member: (() => ({ status: 200, headers: { ETag: '' }, body: { id: 1, username: 'a' } })) satisfies Handler<
    'getUser',
    object
  >,
  // @ts-expect-error a list of other items
  items: (() => ({ status: 200, body: [{ id: 1 }] })) satisfies Handler<'listUsers', object>,
  // @ts-expect-error a body where there is none
  body: (() => ({ status: 204, body: {} })) satisfies Handler<'deleteSnippet', object>,
  // @ts-expect-error a header that is missing
  headers: (() => ({ status: 302, headers: {} })) satisfies Handler<'login', object>,
  // @ts-expect-error a header that is not declared
  undeclared: (() => ({ status: 204, headers: { 'X-Reason': 'none' } })) satisfies Handler<
    'deleteSnippet',
    object
  >,
  // @ts-expect-error a refusal, which is thrown
  refusal: (() => ({ status: 404, body: { detail: 'Not found.' } })) satisfies Handler<'getUser', object>,
  // @ts-expect-error a language that the contract does not list
  language: 'klingon' satisfies HandlerRequest<'createSnippet'>['body']['language'],
  // @ts-expect-error a set that lacks handlers
  handlers: { deleteSnippet: () => ({ status: 204 }) } satisfies Handlers<object>,
};
