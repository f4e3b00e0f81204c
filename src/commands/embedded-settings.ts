/** The settings for commands that are for the embedded store alone. */
import { readSettings, type Settings } from '../config/index.js';
import { OperatorError } from '../errors/operator-error.js';

/** @param instead what to use with MongoDB */
export async function readEmbeddedSettings(instead: string): Promise<Settings> {
  const settings = await readSettings();
  if (settings.mongodbUrl === undefined) return settings;
  throw new OperatorError(`MONGODB_URL is set, and this command is for the embedded store: ${instead}`);
}
