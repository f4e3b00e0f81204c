/** @returns the `code` of an error of Node.js or SQLite, for instance `ENOENT`; undefined where there is none */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
