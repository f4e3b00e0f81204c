// Reads the body of an answer that is an error. It may come from a proxy, so it may be anything.

export function detailOf(body: unknown): string | undefined {
  return isObject(body) && typeof body.detail === 'string' ? body.detail : undefined;
}

/** The messages for each field, when the body has any. */
export function fieldsOf(body: unknown): Record<string, readonly string[]> {
  if (!isObject(body)) return {};
  return Object.fromEntries(
    Object.entries(body).filter((entry): entry is [string, string[]] => isListOfText(entry[1])),
  );
}

function isListOfText(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
