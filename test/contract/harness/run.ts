/** One run against one server: sends cases, judges answers, remembers what was found and what was proved. */
import { type Answer, isSuccess } from './answer.js';
import type { Case, Phase } from './case.js';
import type { CheckName, Violation } from './checks/check.js';
import { checks } from './checks/index.js';
import type { Configuration } from './configuration/configuration.js';
import type { Credentials } from './credentials.js';
import { curlLine } from './curl.js';
import type { ContractDocument, Operation } from './document/model.js';
import { makeValidators, type Validators } from './document/validators.js';
import { type Finding, keyOf } from './finding.js';
import type { Material } from './generation/examples.js';
import { NoAnswer } from './no-answer.js';
import { secretsOf } from './secrets.js';
import { makeSender, type Sender, type WireRequest } from './send.js';
import { writeRequest } from './write-request.js';

export interface Exchange {
  readonly item: Case;
  readonly request: WireRequest;
  readonly answer: Answer;
}

/** What is known of an operation in the end. */
export interface Tally {
  cases: number;
  successes: number;
  statuses: Map<number, number>;
}

export interface Target {
  readonly document: ContractDocument;
  readonly configuration: Configuration;
  /** Scheme, host and port. */
  readonly url: URL;
  /** The run's own credentials, and another user's. */
  readonly self: Credentials | undefined;
  readonly other: Credentials | undefined;
  /** No request is sent once it is aborted: the step that wants to throws its reason. */
  readonly signal?: AbortSignal | undefined;
  readonly onFinding?: ((finding: Finding) => void) | undefined;
}

export class Run {
  readonly validators: Validators;
  readonly findings: Finding[] = [];
  readonly tallies = new Map<string, Tally>();
  /** How many answers each check had something to say of. */
  readonly checked = new Map<CheckName, number>();
  private readonly sender: Sender;
  private readonly known = new Set<string>();
  private seeds = 0;

  constructor(readonly target: Target) {
    this.validators = makeValidators(target.document);
    this.sender = makeSender(target.url, target.configuration.requestTimeout);
  }

  /** A seed that no request of this run was made of. */
  nextSeed(): number {
    this.seeds += 1;
    return this.target.configuration.seed + this.seeds;
  }

  get material(): Material {
    const { document, configuration } = this.target;
    return { source: document.source, validators: this.validators, seed: configuration.seed };
  }

  operations(): readonly Operation[] {
    const { document, configuration } = this.target;
    return document.operations.filter((operation) => configuration.isEnabled(operation));
  }

  async send(item: Case): Promise<Exchange> {
    this.target.signal?.throwIfAborted();
    const request = writeRequest(this.target, item);
    const answer = await this.sender.send(request).catch((error: unknown) => {
      throw new NoAnswer(item, request, error);
    });
    this.count(item, answer);
    return { item, request, answer };
  }

  /** @returns what the first check that is on has against the answer and was not found before */
  judge({ item, answer }: Exchange): ({ check: CheckName } & Violation) | undefined {
    const { configuration } = this.target;
    for (const check of configuration.checks) {
      const judgeOne = checks[check];
      if (!judgeOne || !configuration.isOn(check, item.operation)) continue;
      const violation = judgeOne({ item, answer, validators: this.validators, configuration });
      if (violation !== undefined) this.countCheck(check);
      if (violation === undefined || violation === 'kept') continue;
      if (!this.known.has(keyOf({ check, operation: item.operation.label, ...violation })))
        return { check, ...violation };
      // Of an answer that was not meant to be, nothing else is to be said.
      if (check === 'not_a_server_error') return undefined;
    }
    return undefined;
  }

  countCheck(check: CheckName): void {
    this.checked.set(check, (this.checked.get(check) ?? 0) + 1);
  }

  /** Notes a finding once. @param exchanges in the order in which they were sent; the last one shows it */
  report(
    check: Finding['check'],
    { message, pointer }: Violation,
    exchanges: readonly (Pick<Exchange, 'item' | 'request'> & Partial<Exchange>)[],
    label?: string,
  ): Finding | undefined {
    const last = exchanges.at(-1);
    const operation = label ?? last?.item.operation.label ?? '';
    const key = keyOf({ check, operation, message });
    if (this.known.has(key)) return undefined;
    this.known.add(key);
    const finding: Finding = {
      check,
      phase: last?.item.phase ?? 'summary',
      operation,
      message,
      pointer,
      about: last?.item.about ?? '',
      curl: exchanges.map(({ request }) => curlLine(this.target.url.origin, request, secretsOf(this.target))),
      answer: last?.answer && readable(last.answer),
      seed: this.target.configuration.seed,
    };
    this.findings.push(finding);
    this.target.onFinding?.(finding);
    return finding;
  }

  tallyOf(operation: Operation): Tally {
    const tally = this.tallies.get(operation.label) ?? { cases: 0, successes: 0, statuses: new Map() };
    this.tallies.set(operation.label, tally);
    return tally;
  }

  runsPhase(phase: Phase): boolean {
    return this.target.configuration.phases.includes(phase);
  }

  close(): void {
    this.sender.close();
  }

  private count(item: Case, answer: Answer): void {
    const tally = this.tallyOf(item.operation);
    tally.cases += 1;
    tally.statuses.set(answer.status, (tally.statuses.get(answer.status) ?? 0) + 1);
    // A redirect is the success of many a form.
    if (item.method === undefined && (isSuccess(answer) || (answer.status >= 300 && answer.status < 400)))
      tally.successes += 1;
  }
}

const readable = ({ status, headers, bytes }: Answer) => ({ status, headers, text: bytes.toString('utf8') });
