/** Findings that are known: they fail no run, and are said when they are gone. */
import { readFile, writeFile } from 'node:fs/promises';
import { CannotRun } from '../cannot-run.js';
import { isRecord } from '../document/values.js';
import type { Finding } from '../finding.js';

type Known = Pick<Finding, 'id' | 'check' | 'operation' | 'message'>;

export interface Baseline {
  isKnown(finding: Finding): boolean;
  /** Writes the file where there is none yet. @returns what a person is told of it */
  conclude(findings: readonly Finding[]): Promise<string>;
}

/** @throws CannotRun when there is a file, and it is none that a run wrote */
export async function openBaseline(path: string): Promise<Baseline> {
  const text = await readFile(path, 'utf8').catch(() => undefined);
  if (text === undefined) {
    return {
      isKnown: () => true,
      async conclude(findings) {
        const known = findings.map(
          ({ id, check, operation, message }): Known => ({ id, check, operation, message }),
        );
        await writeFile(path, `${JSON.stringify(known, null, 2)}\n`);
        return `${path} was written: ${known.length} findings are known from now on.`;
      },
    };
  }
  const known = readKnown(path, text);
  const ids = new Set(known.map(({ id }) => id));
  return {
    isKnown: ({ id }) => ids.has(id),
    async conclude(findings) {
      const found = new Set(findings.map(({ id }) => id));
      const gone = known.filter(({ id }) => !found.has(id));
      const lines = gone.map(({ check, operation, message }) => `gone: ${check}: ${operation}: ${message}`);
      return [
        `${known.length - gone.length} of ${known.length} known findings of ${path} were found again.`,
        ...lines,
      ].join('\n');
    },
  };
}

function readKnown(path: string, text: string): Known[] {
  try {
    const parsed: unknown = JSON.parse(text);
    if (Array.isArray(parsed) && parsed.every((one) => isRecord(one) && typeof one.id === 'string'))
      return parsed;
  } catch {
    // Told below.
  }
  throw new CannotRun(`${path} is no list of findings that --baseline wrote.`);
}
