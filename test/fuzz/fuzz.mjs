// Sends seeded nonsense to a service of its own, over HTTP and over raw sockets, to 127.0.0.1 only:
//   npm run fuzz -- --count 2000 --seed 7
// Fails when the process ends, when an answer is a 5xx that the specification does not declare, when none comes in
// 10 seconds, or when the answers and what is stored in the end do not fit together.
import { parseArgs } from 'node:util';
import { makeRandom } from './random.mjs';
import { makeRequest } from './requests.mjs';
import { sendBytes } from './send.mjs';
import { startTarget } from './target.mjs';

const { values } = parseArgs({
  options: { count: { type: 'string', default: '100000' }, seed: { type: 'string', default: '1' } },
});
const [count, seed] = [Number(values.count), Number(values.seed)];
const LATEST = 10_000;
/** Most of them wait for the end of a request that never comes. */
const AT_ONCE = 24;

/** A snippet was created, or deleted. */
const CHANGES = new Map([
  [201, 1],
  [204, -1],
]);

const target = await startTarget();
const began = performance.now();
const statuses = new Map();
const findings = [];
let next = 0;
/** Snippets that are stored now, by the answers. */
let stored = 0;
/** Answers that never came: nobody can say whether their requests were carried out. */
let uncertain = 0;

/** Each input has a random source of its own, so that one input can be repeated alone. */
async function work() {
  while (next < count && findings.length < 20) {
    const index = next++;
    const request = makeRequest(makeRandom(seed * 1_000_003 + index), target);
    const { answers, ms } = await sendBytes(target.port, request, LATEST);
    const problem = judge(request, answers, ms);
    if (problem) findings.push(`input ${index}: ${problem}\n    ${JSON.stringify(preview(request.bytes))}`);
  }
}

function judge({ operation, isWhole, sent = 1 }, answers, ms) {
  if (target.ended()) return `the process ended: ${target.log().slice(-500)}`;
  for (const { status, isReplay } of answers) {
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    if (!isReplay) stored += CHANGES.get(status) ?? 0;
  }
  if (answers.length < sent) uncertain += sent - answers.length;
  if (ms >= LATEST) return `no answer in ${LATEST} ms`;
  if (isWhole && answers.length === 0) return 'the connection was closed without an answer';
  const wrong = answers.find(({ status }) => status >= 500 && !isDeclared(operation, status));
  return wrong === undefined ? undefined : `undeclared status ${wrong.status}`;
}

/** 501: a transfer coding that nobody knows, which no operation can declare (RFC 9112, 6.1). */
function isDeclared(operation, status) {
  // The fuzzer breaks nothing that the service depends on: an internal error is a fault, declared or not.
  if (status === 500) return false;
  return status === 501 || status === 505 || operation?.responses[status] !== undefined;
}

const preview = (bytes) => bytes.subarray(0, 300).toString('latin1');

try {
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  const { before, after } = await target.countStored();
  const grown = after - before;
  if (Math.abs(grown - stored) > uncertain)
    findings.push(`${grown} snippets are stored, ${stored} by the answers; ${uncertain} had no answer`);
  const seconds = ((performance.now() - began) / 1000).toFixed(0);
  const counted = [...statuses].sort().map(([status, times]) => `${status}: ${times}`);
  console.log(`${next} inputs in ${seconds} s (seed ${seed}); ${grown} stored; ${counted.join(', ')}`);
} finally {
  await target.stop();
}
for (const finding of findings) console.error(finding);
process.exitCode = findings.length > 0 ? 1 : 0;
