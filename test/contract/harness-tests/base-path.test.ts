/** What stands before the paths of a document: as the command line says, else the document's server of the same host. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { meet } from './meet.js';

async function targets(servers: readonly object[], ...options: readonly string[]): Promise<Set<string>> {
  const asked = new Set<string>();
  await meet({
    document: { servers, paths: { '/a': { get: { responses: { 200: {} } } } } },
    answer: ({ path }) => {
      asked.add(path);
      return [200];
    },
    options: ['--phases', 'examples', ...options],
  });
  asked.delete('/');
  return asked;
}

describe('the base path', () => {
  it('is that of a relative server', async () => {
    assert.deepEqual([...(await targets([{ url: '/v1' }]))], ['/v1/a']);
  });

  it('is not that of a server on another host', async () => {
    assert.deepEqual([...(await targets([{ url: 'https://api.example.com/v1' }]))], ['/a']);
  });

  it('is the value of --base-path, which may be empty', async () => {
    assert.deepEqual([...(await targets([{ url: '/v1' }], '--base-path', 'v2/'))], ['/v2/a']);
    assert.deepEqual([...(await targets([{ url: '/v1' }], '--base-path', ''))], ['/a']);
  });
});
