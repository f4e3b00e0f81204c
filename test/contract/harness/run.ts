/** One run against one server: sends cases, judges answers, remembers what was found and what was proved. */
import { type Answer, isSuccess } from './answer.js';
import { type Case, methodOf, type Phase, targetOf } from './case.js';
import type { CheckName, Violation } from './checks/check.js';
import { checks } from './checks/index.js';
import type { Configuration } from './configuration/configuration.js';
import { spoil } from './credentials.js';
import { curlLine } from './curl.js';
import type { ContractDocument, Operation } from './document/model.js';
import { makeValidators, type Validators } from './document/validators.js';
import { type Finding, keyOf } from './finding.js';
import type { Material } from './generation/examples.js';
import { makeSender, type Sender, type WireRequest } from './send.js';

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
  /** Values of `Authorization`: the run's own, and another user's. */
  readonly self: string | undefined;
  readonly other: string | undefined;
  /** No request is sent once it is aborted: the step that wants to throws its reason. */
  readonly signal?: AbortSignal | undefined;
  readonly onFinding?: ((finding: Finding) => void) | undefined;
}

export class Run {
  readonly validators: Validators;
  readonly findings: Finding[] = [];
  readonly tallies = new Map<string, Tally>();
  readonly checked = new Map<CheckName, number>();
  private readonly sender: Sender;
  private readonly known = new Set<string>();

  constructor(readonly target: Target) {
    this.validators = makeValidators(target.document.source);
    this.sender = makeSender(target.url, target.configuration.requestTimeout);
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
    const request = this.write(item);
    const answer = await this.sender.send(request);
    this.count(item, answer);
    return { item, request, answer };
  }

  /** @returns what the first enabled check has against the answer that was not found before */
  judge({ item, answer }: Exchange): ({ check: CheckName } & Violation) | undefined {
    const { configuration } = this.target;
    for (const check of configuration.checks) {
      const judgeOne = checks[check];
      if (!judgeOne) continue;
      this.checked.set(check, (this.checked.get(check) ?? 0) + 1);
      const violation = judgeOne({ item, answer, validators: this.validators, configuration });
      if (violation && !this.known.has(keyOf({ check, operation: item.operation.label, ...violation })))
        return { check, ...violation };
    }
    return undefined;
  }

  /** Notes a finding once. @param exchanges in the order in which they were sent; the last one shows it */
  report(
    check: Finding['check'],
    { message, pointer }: Violation,
    exchanges: readonly Exchange[],
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
      curl: exchanges.map(({ request }) => curlLine(this.target.url.origin, request, ['authorization'])),
      answer: last && readable(last.answer),
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

  private write(item: Case): WireRequest {
    const { configuration, document } = this.target;
    const authorization = this.authorization(item);
    return {
      method: methodOf(item),
      target: targetOf(item, document.basePath),
      headers: {
        ...configuration.headers,
        ...(authorization === undefined ? {} : { Authorization: authorization }),
        ...(item.body?.mediaType === undefined ? {} : { 'Content-Type': item.body.mediaType }),
        ...item.headers,
      },
      body: item.body?.bytes,
    };
  }

  private authorization({ probe, sender }: Case): string | undefined {
    const { self, other } = this.target;
    if (sender === 'nobody') return undefined;
    if (sender === 'other') return other;
    return probe === 'wrong-credentials' ? spoil(self ?? '') : self;
  }
}

const readable = ({ status, headers, bytes }: Answer) => ({ status, headers, text: bytes.toString('utf8') });
