/** The base class of every error that clients see, and how its text quotes what they sent. */
import { cut } from '../cut.js';

export interface ApiErrorOptions {
  /** Replaces the kind's default `detail`. */
  detail?: string;
  /** Of the answer: `Retry-After`, `WWW-Authenticate`. */
  headers?: Readonly<Record<string, string>>;
  /** The original error. Only the log shows it. */
  cause?: unknown;
}

/** A failure with a status and a `detail` text. A custom kind is a subclass that sets `status` and `defaultDetail`. */
export class ApiError extends Error {
  static readonly status: number = 500;
  static readonly defaultDetail: string = 'A server error occurred.';
  /** Whether a deployment's error handler sees this kind. False for errors that are answered directly. */
  static readonly raised: boolean = true;

  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;

  constructor(options: ApiErrorOptions = {}) {
    const kind = new.target;
    const { stackTraceLimit } = Error;
    // Nobody reads the stack of a refusal, and taking it costs more than the rest of the answer.
    if (kind.status < 500) Error.stackTraceLimit = 0;
    super(options.detail ?? kind.defaultDetail, { cause: options.cause });
    Error.stackTraceLimit = stackTraceLimit;
    this.name = kind.name;
    this.status = kind.status;
    this.headers = options.headers ?? {};
  }

  get detail(): string {
    return this.message;
  }

  /** The body: `detail`, and the members that a kind adds. */
  get body(): ErrorBody {
    return { detail: this.detail };
  }
}

/** Every error body has `detail` and may have more. */
export interface ErrorBody {
  detail: string;
  [key: string]: unknown;
}

/** Characters. Every valid choice, media type and origin is shorter. */
const MOST = 200;

/** @returns the text, cut when it is long */
export function quoteInput(text: string): string {
  if (text.length <= MOST) return text;
  return `${cut(text, MOST)}…`;
}

/** @returns `1 snippet`, `2 snippets` */
export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;
