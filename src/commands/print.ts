/** How a command prints its results. */
import type { Command } from 'commander';

export interface Print {
  /** Writes one result: with `--json` the object on a line, else the text. */
  (result: object, text: string): void;
  /** Names the columns of a list: they stand before its first line, but not with `--json`. */
  columns(...names: readonly string[]): void;
}

export function printer(command: Command): Print {
  const json = command.opts().json === true;
  let head = '';
  function print(result: object, text: string): void {
    process.stdout.write(json ? `${JSON.stringify(result)}\n` : `${head}${text}\n`);
    head = '';
  }
  function columns(...names: readonly string[]): void {
    head = `${names.join('\t').toUpperCase()}\n`;
  }
  return Object.assign(print, { columns });
}
