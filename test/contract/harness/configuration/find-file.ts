/** Where schemathesis.toml is: in the working folder, or above it as far as the repository goes. */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

const NAME = 'schemathesis.toml';

/** @returns undefined when there is none */
export function findFile(folder: string): string | undefined {
  const file = join(folder, NAME);
  if (existsSync(file)) return file;
  const above = dirname(folder);
  return above === folder || existsSync(join(folder, '.git')) ? undefined : findFile(above);
}
