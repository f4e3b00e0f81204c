// What a run found, with where and when: kept as JSON, so that the report can be made again without measuring.
import { execFileSync } from 'node:child_process';
import { cpus, loadavg } from 'node:os';

/**
 * @typedef {{ date: string, commit: string, machine: string, load: number, rounds: number, seconds: number,
 *   subjects: Record<string, string>, missing: { name: string, reason: string }[],
 *   rates: Record<string, Record<string, Record<string, import('../fire.mjs').Measured[]>>>,
 *   bounds: Record<string, Record<string, number | undefined>> }} Results
 *   `rates` by store, work and server, one a round; `bounds` by store
 */

/** The date, the commit, the machine and what else it does: to be asked before a measurement begins. */
export function circumstances() {
  const git = (...args) => execFileSync('git', args, { encoding: 'utf8', cwd: import.meta.dirname }).trim();
  const changed = git('status', '--porcelain', '--', '../../src', '../../openapi.yaml') !== '';
  return {
    date: new Date().toISOString().slice(0, 10),
    commit: `${git('rev-parse', '--short=10', 'HEAD')}${changed ? ', with changes that are not committed' : ''}`,
    machine: `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, Node ${process.version}`,
    load: loadavg()[0],
  };
}

/**
 * A warning for the reader where the machine had other work when the measurement began.
 * @param {{ load: number, machine: string }} circumstances
 * @returns {string[]} none or one
 */
export function busyWarning({ load, machine }) {
  if (!(load > Number.parseInt(machine, 10) / 4)) return [];
  return [
    `**The machine was busy with other work** (load average ${load.toFixed(1)} before the measurement):\n` +
      'neither rates nor ratios are reliable. Measure again on a quiet machine.',
  ];
}
