// Replacing and deleting are repeated without a key: what an earlier attempt left behind is read as its success.
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { createClient, NotFoundError, PreconditionFailedError } from 'snippet-store/sdk';
import { greeting, sendJson, startServer } from './start-server.js';

/** What becomes of a write: lost before the service has it, or its answer is lost. */
type Fate = 'request lost' | 'answer lost' | 'answered';

interface Record {
  version: number;
  code: string;
  title: string;
}

/** One snippet, replaced and deleted under the condition of `If-Match`, behind a network that loses what it is told to. */
async function startLossyService(
  test: TestContext,
  fates: Fate[],
  meanwhile: (record: Record) => void = () => {},
) {
  let record: Record | undefined = { version: 1, code: 'a', title: 'Greeting' };
  const server = await startServer(test, (response, { method, headers, body }) => {
    const fate = method === 'GET' ? 'answered' : (fates.shift() ?? 'answered');
    if (fate === 'request lost') {
      if (record) meanwhile(record);
      return response.destroy();
    }
    const match = headers['if-match'];
    if (!record) return sendJson(response, 404, { detail: 'Not found.' });
    if (match !== undefined && match !== `"${record.version}"`)
      return sendJson(response, 412, { detail: 'It has changed.' });
    if (method === 'PUT') record = { version: record.version + 1, title: '', ...JSON.parse(body) } as Record;
    if (method === 'DELETE') record = undefined;
    if (fate === 'answer lost') {
      if (record) meanwhile(record);
      return response.destroy();
    }
    if (method === 'DELETE') return response.writeHead(204).end();
    sendJson(response, 200, { ...greeting, ...record, version: undefined }, { ETag: `"${record?.version}"` });
  });
  return { store: createClient({ ...server, retryDelay: 1 }), server, record: () => record };
}

const changedByOthers = (record: Record) => {
  record.version++;
  record.title = 'of somebody else';
};

describe('deleting', () => {
  it('succeeds when the answer is lost and the repetition finds nothing', async (test) => {
    const { store, server, record } = await startLossyService(test, ['answer lost']);
    assert.equal(await store.deleteSnippet({ id: 1 }), undefined);
    assert.equal(record(), undefined);
    assert.equal(server.received.length, 2);
    assert.equal(server.received[0]?.headers['idempotency-key'], undefined);
  });

  it('fails when the first attempt finds nothing, and after an answer that says that nothing was done', async (test) => {
    const answers = [429, 404, 404];
    const server = await startServer(test, (response) =>
      sendJson(response, answers.shift() ?? 500, { detail: 'No.' }),
    );
    const store = createClient({ ...server, retryDelay: 1 });
    await assert.rejects(store.deleteSnippet({ id: 1 }), NotFoundError);
    await assert.rejects(store.deleteSnippet({ id: 1 }), NotFoundError);
  });
});

describe('replacing', () => {
  it('is repeated when the request was lost', async (test) => {
    const { store, record } = await startLossyService(test, ['request lost']);
    assert.equal((await store.updateSnippet({ id: 1, code: 'b', 'If-Match': '"1"' })).code, 'b');
    assert.equal(record()?.version, 2);
  });

  it('succeeds when the answer is lost and the snippet is what was sent, with the ETag of now', async (test) => {
    const { store, record } = await startLossyService(test, ['answer lost']);
    const { data, response } = await store.withResponse.updateSnippet({
      id: 1,
      code: 'b',
      'If-Match': '"1"',
    });
    assert.deepEqual([data.code, data.title, response.headers.get('etag')], ['b', '', '"2"']);
    assert.equal(record()?.version, 2);
  });

  for (const fate of ['request lost', 'answer lost'] as const) {
    it(`says that it may have been stored when the snippet has changed meanwhile (${fate})`, async (test) => {
      const { store } = await startLossyService(test, [fate], changedByOthers);
      await assert.rejects(store.updateSnippet({ id: 1, code: 'b', 'If-Match': '"1"' }), (error) => {
        assert.ok(error instanceof PreconditionFailedError);
        assert.equal(error.mayBeDone, true);
        assert.match(error.message, /updateSnippet may have been done/);
        return true;
      });
    });
  }

  it('compares members that were left out with their defaults', async (test) => {
    const { store } = await startLossyService(test, ['request lost'], (record) => {
      Object.assign(record, { version: 2, code: 'b', title: 'of somebody else' });
    });
    await assert.rejects(
      store.updateSnippet({ id: 1, code: 'b', 'If-Match': '"1"' }),
      PreconditionFailedError,
    );
  });

  it('says that nothing was done when the first attempt is refused', async (test) => {
    const { store } = await startLossyService(test, []);
    const call = store.updateSnippet({ id: 1, code: 'b', 'If-Match': '"7"' });
    await assert.rejects(call, { name: 'PreconditionFailedError', mayBeDone: false });
  });
});

describe('editing', () => {
  for (const fate of ['request lost', 'answer lost'] as const) {
    it(`merges once when the replacement has its ${fate}`, async (test) => {
      const { store, record } = await startLossyService(test, [fate]);
      const edited = await store.editSnippet(1, ({ code }) => ({ code: `${code}+` }));
      assert.equal(edited.code, 'a+');
      assert.equal(record()?.code, 'a+');
    });
  }

  it('does not merge again when the first replacement may have been stored', async (test) => {
    const { store, record } = await startLossyService(test, ['answer lost'], changedByOthers);
    const edit = store.editSnippet(1, ({ code }) => ({ code: `${code}+` }));
    await assert.rejects(edit, { name: 'PreconditionFailedError', mayBeDone: true });
    assert.equal(record()?.code, 'a+');
  });
});
