/** A run of dredd fails for what is wrong with the server, and for nothing else. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { it } from 'node:test';
import { serve } from '../serve.js';
import { runDredd, skipWithoutDredd, startDreddService } from './run-dredd.js';

it('dredd passes what is documented, and reports a wrong status and a missing field', {
  skip: skipWithoutDredd,
}, async () => {
  const service = await startDreddService();
  const proxy = await serve(async (incoming, outgoing) => {
    const { method = '', url = '' } = incoming;
    const { 'accept-encoding': _codings, ...headers } = incoming.headers;
    const sent = request(new URL(url, service.url), { method, headers });
    incoming.pipe(sent);
    const [answer] = await once(sent, 'response');
    const { 'content-length': _length, 'transfer-encoding': _coding, ...kept } = answer.headers;
    let body = await buffer(answer);
    if (method === 'GET' && /^\/snippets\/\d+\/$/.test(url) && kept['content-type'] === 'application/json') {
      const { title: _missing, ...rest } = JSON.parse(body.toString());
      body = Buffer.from(JSON.stringify(rest));
    }
    outgoing.writeHead(url.startsWith('/readyz') ? 418 : answer.statusCode, kept).end(body);
  });
  try {
    const printed: string[] = [];
    const run = await runDredd(service, { url: proxy.url, print: (line) => printed.push(line) });
    assert.deepEqual(
      run.problems.toSorted(),
      ['getReadiness:  -> 200 application/json: fail', 'getSnippet:  -> 200 application/json: fail'],
      printed.join('\n'),
    );
    assert.ok(run.passed.length > 40, `${run.passed.length} passed`);
  } finally {
    await proxy.close();
    await service.close();
  }
});
