/** The harness as a command of its own. */
import { execFile } from 'node:child_process';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('../harness/bin.js', import.meta.url));

export interface Outcome {
  readonly code: number;
  /** Both streams. */
  readonly output: string;
}

export interface Circumstances {
  /** The working folder; default: one without a schemathesis.toml. */
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Within a test, node:test would report to that one instead of printing. */
const { NODE_TEST_CONTEXT: _context, ...inherited } = process.env;

export const runHarness = (args: readonly string[], circumstances: Circumstances = {}) =>
  runProgram(process.execPath, [MAIN, ...args], circumstances);

export function runProgram(
  program: string,
  args: readonly string[],
  { cwd = tmpdir(), env = {} }: Circumstances = {},
): Promise<Outcome> {
  return new Promise((resolve) => {
    const options = { cwd, env: { ...inherited, ...env }, maxBuffer: 2 ** 26 };
    execFile(program, args, options, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), output: `${stdout}${stderr}` }),
    );
  });
}
