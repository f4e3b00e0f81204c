import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readTraceContext } from '#src/observability/trace-context.js';
import { startApp } from '../helpers/app.js';
import { recordLog } from '../helpers/recorded-log.js';
import { until } from '../helpers/until.js';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const SPAN = 'b7ad6b7169203331';

describe('the header traceparent', () => {
  it('names the trace and the span of the caller', () => {
    assert.deepEqual(readTraceContext(`00-${TRACE}-${SPAN}-01`), { trace_id: TRACE, span_id: SPAN });
    assert.deepEqual(readTraceContext(`cc-${TRACE}-${SPAN}-01-later`), { trace_id: TRACE, span_id: SPAN });
  });

  it('is ignored when it is not valid', () => {
    for (const header of [
      undefined,
      '',
      `00-${TRACE}-${SPAN}`,
      `00-${TRACE}-${SPAN}-01-more`,
      `ff-${TRACE}-${SPAN}-01`,
      `00-${'0'.repeat(32)}-${SPAN}-01`,
      `00-${TRACE}-${'0'.repeat(16)}-01`,
      `00-${TRACE.toUpperCase()}-${SPAN}-01`,
    ])
      assert.equal(readTraceContext(header), undefined, header);
  });

  it('is in the line of its request, and in no other', async () => {
    const { log, text } = recordLog();
    const app = await startApp({ log });
    await fetch(`${app.url}/snippets/`, { headers: { traceparent: `00-${TRACE}-${SPAN}-01` } });
    await fetch(`${app.url}/users/`);
    await until('both are logged', () => text().split('"answered"').length === 3);
    await app.close();
    const lines = text()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
      .filter(({ msg }) => msg === 'answered');
    assert.deepEqual(
      lines.map(({ path, trace_id, span_id }) => [path, trace_id, span_id]),
      [
        ['/snippets/', TRACE, SPAN],
        ['/users/', undefined, undefined],
      ],
    );
  });
});
