/** How a command prints its results and its failures. */
import type { Command } from 'commander';

export interface Print {
  /** Writes one result: with `--json` the object on a line, else the lines of text. */
  (result: object, ...lines: readonly string[]): void;
  /** Names the columns of a list: they stand before its first line, but not with `--json`. */
  columns(...names: readonly string[]): void;
}

export function printer(command: Command): Print {
  const json = command.opts().json === true;
  let head: readonly string[] = [];
  function print(result: object, ...lines: readonly string[]): void {
    const written = json ? [JSON.stringify(result)] : [...head, ...lines];
    process.stdout.write(written.map((line) => `${escapeControls(line)}\n`).join(''));
    head = [];
  }
  function columns(...names: readonly string[]): void {
    head = [names.join('\t').toUpperCase()];
  }
  return Object.assign(print, { columns });
}

/** A tab separates the columns of a list. */
const CONTROLS = /[^\P{Cc}\t]|[\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;

/**
 * Paths, names and arguments are somebody's text: a control character in them could move the cursor of a terminal or
 * begin a line, and a bidirectional control (UAX #9) could show other text than there is.
 *
 * @param line of text or of JSON
 */
export function escapeControls(line: string): string {
  return line.replace(CONTROLS, (control) => `\\u${control.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
