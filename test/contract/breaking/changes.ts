/** Changes of openapi.yaml: those that break a client who has the document before them, and those that do not. */
import assert from 'node:assert/strict';
import type { Document } from 'yaml';

/** Changes a parsed openapi.yaml in place. */
export type Change = (document: Document) => void;

const SNIPPETS = ['paths', '/snippets/'];
export const DETAIL = ['paths', '/snippets/{id}/'];
const SCHEMAS = ['components', 'schemas'];
const INPUT = [...SCHEMAS, 'SnippetInput'];
const OUTPUT = [...SCHEMAS, 'Snippet'];

export const remove =
  (...path: (string | number)[]): Change =>
  (document) =>
    assert.ok(document.deleteIn(path), path.join('/'));
export const set =
  (value: unknown, ...path: (string | number)[]): Change =>
  (document) =>
    document.setIn(path, document.createNode(value));
const add =
  (value: unknown, ...path: (string | number)[]): Change =>
  (document) =>
    document.addIn(path, document.createNode(value));

/** With the rule and the operation that the report has to name. */
export const BREAKING: readonly [name: string, change: Change, report: RegExp][] = [
  ['an operation removed', remove(...DETAIL, 'delete'), /^api-removed-\S+: DELETE \/snippets\/\{id\}\//m],
  ['an address removed', remove('paths', '/users/'), /^api-path-removed-\S+: GET \/users\//m],
  [
    'a parameter that is required from now on',
    add(
      { name: 'page', in: 'query', required: true, schema: { type: 'integer' } },
      ...SNIPPETS,
      'get',
      'parameters',
    ),
    /^new-required-request-parameter: GET \/snippets\//m,
  ],
  [
    'a member that is required from now on',
    add('title', ...INPUT, 'required'),
    /^request-property-became-required\S*: POST \/snippets\//m,
  ],
  [
    'a shorter limit',
    set(50, ...INPUT, 'properties', 'title', 'maxLength'),
    /^request-property-max-length-decreased: PUT \/snippets\/\{id\}\//m,
  ],
  [
    'a limit where there was none',
    set(5, 'components', 'parameters', 'Query', 'schema', 'minLength'),
    /^request-parameter-min-length-\S+: GET \/snippets\//m,
  ],
  [
    'a choice fewer in requests',
    remove(...SCHEMAS, 'Style', 'enum', 0),
    /^request-property-enum-value-removed: POST \/snippets\//m,
  ],
  [
    'a choice more in answers',
    add('a new style', ...SCHEMAS, 'Style', 'enum'),
    /^response-property-enum-value-added: GET \/snippets\/\{id\}\//m,
  ],
  [
    'a member fewer in answers',
    (document) => {
      remove(...OUTPUT, 'properties', 'owner')(document);
      remove(...OUTPUT, 'required', 1)(document);
    },
    /^response-required-property-removed: GET \/snippets\//m,
  ],
  [
    'a member that may be missing in answers',
    remove(...OUTPUT, 'required', 2),
    /^response-property-became-optional: GET \/snippets\//m,
  ],
  [
    'another type in answers',
    set('string', ...OUTPUT, 'properties', 'id', 'type'),
    /^response-property-type-changed: GET \/snippets\//m,
  ],
  [
    'null in answers',
    set(true, ...OUTPUT, 'properties', 'title', 'nullable'),
    /^response-property-became-nullable: GET \/snippets\//m,
  ],
  [
    'a form that bodies no longer have',
    remove('components', 'requestBodies', 'SnippetBody', 'content', 'multipart/form-data'),
    /^request-body-media-type-removed: POST \/snippets\//m,
  ],
  [
    'another status for success',
    (document) => {
      const answers = ['paths', '/api-token-auth/', 'post', 'responses'];
      document.setIn([...answers, '201'], document.getIn([...answers, '200']));
      remove(...answers, '200')(document);
    },
    /^response-success-status-removed: POST \/api-token-auth\//m,
  ],
  [
    'a header that answers no longer have',
    remove(...SNIPPETS, 'post', 'responses', '201', 'headers', 'Location'),
    /^(required|optional)-response-header-removed: POST \/snippets\//m,
  ],
  [
    'credentials where there were none',
    set([{ basic: [] }], 'paths', '/healthz', 'get', 'security'),
    /^api-security-added: GET \/healthz/m,
  ],
];

export const ADDITIVE: readonly [name: string, change: Change][] = [
  [
    'an operation',
    (document) => {
      const copy = document.getIn([...DETAIL, 'get']);
      document.setIn(['paths', '/snippets/{id}/again/'], document.createNode({ get: copy }));
      document.setIn(
        ['paths', '/snippets/{id}/again/', 'parameters'],
        document.getIn([...DETAIL, 'parameters']),
      );
    },
  ],
  [
    'a parameter that may be left out',
    add({ name: 'page', in: 'query', schema: { type: 'integer' } }, ...SNIPPETS, 'get', 'parameters'),
  ],
  ['a member that may be left out', set({ type: 'string' }, ...INPUT, 'properties', 'note')],
  ['a member more in answers', set({ type: 'string' }, ...OUTPUT, 'properties', 'note')],
  ['a longer limit', set(200, ...INPUT, 'properties', 'title', 'maxLength')],
  ['other words', set('Other words.', 'info', 'description')],
];
