/** Warns of what may happen many times a second at most once in ten seconds, so that a fault fills no disk. */

const PAUSE_MS = 10_000;

/** @returns logs the details with the text, unless it has done so a short while ago */
export function warnSeldom(
  log: { warn(details: object, text: string): void },
  text: string,
): (details: object) => void {
  let quietUntil = Number.NEGATIVE_INFINITY;
  return function warn(details) {
    const now = performance.now();
    if (now < quietUntil) return;
    quietUntil = now + PAUSE_MS;
    log.warn(details, text);
  };
}
