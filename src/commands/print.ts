/** How a command prints its results. */
import type { Command } from 'commander';

/** Writes one result: with `--json` the object on a line, else the text. */
export type Print = (result: object, text: string) => void;

export function printer(command: Command): Print {
  const json = command.opts().json === true;
  return (result, text) => void process.stdout.write(`${json ? JSON.stringify(result) : text}\n`);
}
