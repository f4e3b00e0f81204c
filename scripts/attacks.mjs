// Repeats the attacks that were found once against a freshly started service, and prints what each costs:
//   npm run attacks            all of them
//   npm run attacks -- 4 7     only those findings
// It fails when an attack ends the service. What the figures may be, the tests say; here they are to be read.
import { damagedByte } from './attacks/damaged-byte.mjs';
import { highlighting } from './attacks/highlighting.mjs';
import { largeStore } from './attacks/large-store.mjs';
import { logins } from './attacks/logins.mjs';
import { malformed } from './attacks/malformed.mjs';
import { origins } from './attacks/origins.mjs';
import { readers } from './attacks/readers.mjs';
import { slowInputs } from './attacks/slow-inputs.mjs';

const attacks = [
  [['1', '2', '3'], slowInputs],
  [['4'], readers],
  [['5'], largeStore],
  [['6'], damagedByte],
  [['7', '8'], highlighting],
  [['9', '10', '11'], origins],
  [['12'], logins],
  [['13'], malformed],
];
const wanted = process.argv.slice(2);
const isWanted = (finding) => wanted.length === 0 || wanted.includes(finding);

/** @param {{ ms: number, othersMs: number, memoryMb: number }} seen */
function report(finding, name, status, { ms, othersMs, memoryMb }) {
  if (!isWanted(finding)) return;
  const figures = [ms, othersMs, memoryMb].map((figure) => figure.toFixed(0));
  console.log(`| ${[finding, name, status, ...figures].join(' | ')} |`);
}

console.log('| finding | attack | status | wall ms | longest /healthz ms | memory grows by MB |');
console.log('|---|---|---|---|---|---|');
for (const [findings, attack] of attacks) if (findings.some(isWanted)) await attack(report);
