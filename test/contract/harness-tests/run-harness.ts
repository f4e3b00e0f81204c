/** The harness as a command: in a process of its own, or, much sooner, in the test's. */
import { execFile } from 'node:child_process';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { checkCommand } from '../harness/command-line.js';
import { CannotRun } from '../harness/errors.js';
import { openRun } from '../harness/open-run.js';
import { describeFinding } from '../harness/report.js';

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

/** For what only the command does: its status, its options, its reporter. */
export const runHarness = (args: readonly string[], circumstances: Circumstances = {}) =>
  runProgram(process.execPath, [MAIN, ...args], circumstances);

/** The same run in this process, which saves the start of two. */
export async function runContract(
  args: readonly string[],
  { env = {} }: Circumstances = {},
): Promise<Outcome> {
  const before = { ...process.env };
  Object.assign(process.env, env);
  const folder = process.cwd();
  process.chdir(tmpdir());
  try {
    const { options } = await checkCommand(args);
    const run = await openRun(options);
    const lines = [run.introduction, ...run.warnings];
    let code = 0;
    for (const step of run.steps) {
      const found = await step.run();
      if (found && found.length > 0) code = 1;
      lines.push(`${found === undefined ? '-' : found.length > 0 ? '✖' : '✔'} ${step.name}`);
      lines.push(...(found ?? []).map((finding) => describeFinding(finding)));
    }
    run.close();
    return { code, output: `${[...lines, run.conclude()].join('\n')}\n` };
  } catch (error) {
    if (!(error instanceof CannotRun)) throw error;
    return { code: 2, output: `${error.message}\n` };
  } finally {
    process.chdir(folder);
    for (const name of Object.keys(env)) delete process.env[name];
    Object.assign(process.env, before);
  }
}

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
