// The harness on a service of the corpus, in this process.

/** @returns {Promise<string[]>} `check operation` of each finding */
export async function runHarness(service, fault, seed) {
  const { hunt } = await import('../../dist-test/contract/corpus/hunt.js');
  const { findings } = await hunt(service, fault, seed);
  return findings.map(({ check, operation, pointer }) => `${check} ${operation} ${pointer}`);
}
