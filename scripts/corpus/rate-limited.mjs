// The harness on a server that limits the rate: it has to find what it finds without the limit.

/** @param {{ requests: number, seconds: number }} limit @returns {Promise<boolean>} whether the findings are the same */
export async function meetRateLimited(limit) {
  const compiled = new URL('../../dist-test/contract/', import.meta.url).href;
  const { CORPUS } = await import(`${compiled}corpus/index.js`);
  const { hunt } = await import(`${compiled}corpus/hunt.js`);
  const { limited } = await import(`${compiled}corpus/limited.js`);
  const { FAULTS } = await import(`${compiled}fixtures/express/app.js`);
  const { startRoombook } = await import(`${compiled}fixtures/express/start.js`);
  const express = CORPUS.find(({ name }) => name === 'Express');
  const service = { ...express, start: () => startRoombook(FAULTS) };

  const free = await hunt(service, undefined, 1);
  const slow = await hunt(limited(service, limit), undefined, 1);
  for (const [name, { findings, requests, seconds }] of Object.entries({
    'without a limit': free,
    [`${limit.requests} requests per ${limit.seconds} s`]: slow,
  })) {
    console.log(`${name}: ${findings.length} findings, ${requests} requests, ${seconds.toFixed(1)} s`);
    for (const line of namesOf(findings)) console.log(`  ${line}`);
  }
  const isSame = namesOf(free.findings).join() === namesOf(slow.findings).join();
  console.log(isSame ? 'the same findings' : 'FAIL: the findings differ');
  return isSame && free.findings.length > 0;
}

/** @param {readonly { check: string, operation: string, pointer: string }[]} findings */
const namesOf = (findings) =>
  findings.map(({ check, operation, pointer }) => `${check} ${operation} ${pointer}`).sort();
