// What a failing call rejects with: the service's refusal, or no answer at all.

/** The service answered with an error, or with something that is not an answer of this service. */
export class SnippetStoreError extends Error {
  override readonly name = 'SnippetStoreError';
  /** HTTP status of the answer. */
  readonly status: number;
  /** What is wrong, in the service's words. */
  readonly detail: string;
  /** What is wrong with each field; what belongs to no field stands under `non_field_errors`. Empty when no field is. */
  readonly fields: Readonly<Record<string, readonly string[]>>;
  /** The body as it came: parsed when it was JSON, else text. */
  readonly body: unknown;
  /** The answer with its headers; its body is already read. */
  readonly response: Response;

  constructor(
    response: Response,
    body: unknown,
    detail = detailOf(body) ?? `HTTP status ${response.status}`,
  ) {
    const fields = fieldsOf(body);
    super([`${response.status} ${detail}`, ...Object.entries(fields).map(describeField)].join('\n'));
    this.status = response.status;
    this.detail = detail;
    this.fields = fields;
    this.body = body;
    this.response = response;
  }

  /** Seconds until it is worth trying again, when the service says so (`Retry-After`). */
  get retryAfter(): number | undefined {
    const seconds = Number.parseInt(this.response.headers.get('retry-after') ?? '', 10);
    return Number.isNaN(seconds) ? undefined : seconds;
  }
}

/** No answer came, or not all of it; `cause` says why. Whether the service did what was asked is unknown. */
export class SnippetStoreConnectionError extends Error {
  override readonly name = 'SnippetStoreConnectionError';
}

function describeField([name, messages]: [string, readonly string[]]): string {
  return `  ${name}: ${messages.join(' ')}`;
}

function detailOf(body: unknown): string | undefined {
  return isObject(body) && typeof body.detail === 'string' ? body.detail : undefined;
}

function fieldsOf(body: unknown): Record<string, readonly string[]> {
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
