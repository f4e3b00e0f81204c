// Lets the real schemathesis meet the spoiled servers, and compares which check it names with that of the harness, which
// spoiled.test.ts holds it to. Arguments are parts of a server's name. Ends with 1 on a difference that test/contract/spoiled/differences.ts does not list,
// or lists and is none. See docs/contract-testing.md.
import { fileURLToPath } from 'node:url';
import { nameChecks } from './schemathesis/name-checks.mjs';
import { compileTests } from './services.mjs';

compileTests();
const spoiled = fileURLToPath(new URL('../dist-test/contract/spoiled', import.meta.url));
const { SCHEMATHESIS_CHECKS } = await import(
  new URL('../dist-test/contract/harness/checks/check.js', import.meta.url).href
);
const { SPOILINGS } = await import(`${spoiled}/spoilings.js`);
const { DIFFERENCES } = await import(`${spoiled}/differences.js`);
const { startSpoiled } = await import(`${spoiled}/start-spoiled.js`);

const parts = process.argv.slice(2);
const service = await startSpoiled();
try {
  for (const { name, check, make } of SPOILINGS.filter(
    ({ name, check }) => SCHEMATHESIS_CHECKS.includes(check) && parts.every((part) => name.includes(part)),
  )) {
    const began = performance.now();
    let named = [];
    await service.spoil(make, async (target) => {
      named = await nameChecks(target, check);
    });
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    const wrong = judge(name, check, named);
    console.log(
      `${wrong ? 'FAIL' : 'ok  '} ${name}: ${check}; schemathesis: ${named.join(', ') || 'nothing'} (${seconds} s)${wrong ?? ''}`,
    );
    if (wrong) process.exitCode = 1;
  }
} finally {
  await service.close();
}

/** @param {string} name @param {string} check @param {string[]} named @returns {string | undefined} what is wrong */
function judge(name, check, named) {
  const listed = DIFFERENCES[name];
  if (!listed) return named.includes(check) ? undefined : ': a difference that is not listed';
  if (named.includes(check)) return ': the difference that is listed is none';
  const same = listed.schemathesis.join() === named.join();
  return same ? undefined : `: listed is ${listed.schemathesis.join(', ') || 'nothing'}`;
}
