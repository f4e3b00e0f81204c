/** A setting that stops the start. */

export class SettingsError extends Error {
  override readonly name = 'SettingsError';

  /**
   * @param variable the environment variable, or the member of the CONFIG module
   * @param shown the value as it may be printed: quoted, a secret's value left out
   * @param allowed what would be right, as the end of a sentence
   */
  constructor(
    readonly variable: string,
    shown: string | undefined,
    readonly allowed: string,
  ) {
    super(shown === undefined ? `${variable}: ${allowed}` : `${variable}=${shown}: ${allowed}`);
  }
}
