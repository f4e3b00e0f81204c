/** One run against one server: sends cases, judges answers, remembers what was found and what was proved. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Answer, type Case, isSuccess, type Phase } from './case.js';
import { type CheckName, checks, type Violation } from './checks.js';
import type { Credential, Credentials } from './credentials.js';
import type { ContractDocument, Operation } from './document/model.js';
import { makeValidators, type Validators } from './document/validators.js';
import { codeOf, NoAnswer, type Sent } from './errors.js';
import { type Material, withFreshKeys } from './generation/cases.js';
import { makePace, makeWait, TOO_MANY_REQUESTS } from './pace.js';
import { curlLine } from './print.js';
import { type Finding, type Identity, keyOf } from './report.js';
import { makeSender, type Sender, writeRequest } from './send.js';
import type { Configuration } from './settings/configuration.js';
import { isRepeatable, type WireRequest } from './wire.js';

export interface Exchange {
  readonly item: Case;
  readonly request: WireRequest;
  readonly answer: Answer;
}

export interface Tally {
  cases: number;
  successes: number;
  /** Requests that keep every rule, and how many of them were accepted. */
  meant: number;
  taken: number;
  statuses: Map<number, number>;
}

export interface Target {
  readonly document: ContractDocument;
  readonly configuration: Configuration;
  readonly url: URL;
  self: Credentials | undefined;
  readonly other: Credentials | undefined;
  /** Gives the user's credentials anew, where a token is among them. */
  readonly renew?: (() => Promise<Credentials>) | undefined;
}

export type Named = { readonly check: Finding['check'] } & Violation;

export interface Preparation {
  prepare(item: Case): Promise<Case>;
  settle(exchange: Exchange): void;
}

interface Step {
  readonly name: string;
  seeds: number;
  readonly findings: Finding[];
}

/** So many of the last requests are shown when the server is gone. */
const REMEMBERED = 5;
/** What is wrong with an answer to what should have been refused is not what a person has to know first. */
const JUDGED_FIRST: readonly CheckName[] = ['not_a_server_error', 'negative_data_rejection'];
const LOST_AFTER = 5000;

export class Run {
  readonly validators: Validators;
  readonly findings: Finding[] = [];
  readonly tallies = new Map<string, Tally>();
  readonly checked = new Map<string, number>();
  /** What a person should know of the run, and is no finding. */
  readonly warnings: string[] = [];
  /** Steps that ended with an error of the harness, and that error. */
  readonly stopped: string[] = [];
  /** Operations whose example is in conflict with itself: of what it names there may be one. */
  readonly taken = new Set<Operation>();
  /** Which of the ways into another state is next for what a path lists; 0 leaves it as it was made. */
  readonly states = new Map<string, number>();
  /** Operations that were accepted: that they refuse what they refer to later has another reason. */
  readonly settled = new Set<Operation>();
  /** The paths of which something is being made. */
  readonly making = new Set<string>();
  /** Credentials that have ended: they stay secret. */
  private readonly former: Credential[] = [];
  private readonly tagged = new Map<string, string>();
  private readonly pace: () => Promise<void>;
  private readonly wait = makeWait();
  /** What a request needs to know of the service before it is sent, and what its answer says of that. */
  preparation: Preparation | undefined;
  gone: NoAnswer | undefined;
  private readonly sender: Sender;
  private readonly known = new Set<string>();
  /** Failures of requests, and those of plain ones: whatever else such a request has, it fails as well. */
  private readonly failures = new Set<string>();
  private readonly plainFailures = new Set<string>();
  private readonly recent: Sent[] = [];
  private enabled: readonly Operation[] | undefined;
  private step: Step = { name: '', seeds: 0, findings: [] };
  private sent = 0;

  constructor(readonly target: Target) {
    this.validators = makeValidators(target.configuration.formats);
    this.sender = makeSender(target.url, target.configuration.connection);
    this.pace = makePace(target.configuration.rateLimit);
  }

  /** What is random in a step depends on the seed and on the step, not on the steps before it. */
  async during(name: string, act: () => Promise<void>): Promise<readonly Finding[]> {
    const step: Step = { name, seeds: hashOf(name) * 1000, findings: [] };
    this.step = step;
    await act();
    return step.findings;
  }

  /** A seed that no request of this step was made of. */
  nextSeed(): number {
    this.step.seeds += 1;
    return this.target.configuration.seed + this.step.seeds;
  }

  get material(): Material {
    return { validators: this.validators, seed: this.target.configuration.seed };
  }

  operations(): readonly Operation[] {
    const { document, configuration } = this.target;
    this.enabled ??= document.operations.filter(
      (operation) => !operation.isUnreadable && configuration.isEnabled(operation),
    );
    return this.enabled;
  }

  /** What was not tested, or not whole, and why: without it a run is incomplete. */
  gaps(): readonly string[] {
    const { document, configuration } = this.target;
    const unread = document.operations
      .filter((operation) => operation.flaws.length > 0 && configuration.isEnabled(operation))
      .flatMap(({ label, isUnreadable, flaws }) =>
        flaws.map(
          (flaw) => `${label} was ${isUnreadable ? 'not tested' : 'tested without a part of it'}: ${flaw}`,
        ),
      );
    return [...unread, ...this.stopped];
  }

  /** Waits and sends again while the answer is 429. @throws NoAnswer */
  async send(given: Case): Promise<Exchange> {
    const prepared = (await this.preparation?.prepare(given)) ?? given;
    const item = withFreshKeys(this.material, prepared, this.sent);
    this.sent += 1;
    let request = writeRequest(this.target, item);
    for (let isRenewed = false; ; ) {
      if (this.gone) throw this.gone;
      await this.pace();
      const answer = await this.sender
        .send(request)
        .catch((error: unknown) => this.askAgain({ item, request }, error));
      const exchange = { item, request, answer };
      this.remember(exchange);
      if (answer.status === TOO_MANY_REQUESTS && (await this.wait(answer))) continue;
      if (!isRenewed && (await this.renewFor(exchange))) {
        isRenewed = true;
        request = writeRequest(this.target, item);
        continue;
      }
      this.count(exchange);
      this.preparation?.settle(exchange);
      return exchange;
    }
  }

  /** A token may have ended. @returns whether there is a fresh one */
  private async renewFor({ item, answer }: Exchange): Promise<boolean> {
    const { renew, configuration } = this.target;
    const isOwn = item.probe === undefined && (item.sender ?? 'self') === 'self';
    const isEnd = configuration.tokens.some(({ renewOn }) => renewOn.includes(answer.status));
    if (!renew || !isOwn || !isEnd || !item.operation.readsCredentials) return false;
    this.former.push(...(this.target.self ?? []));
    this.target.self = await renew();
    return true;
  }

  judge(exchange: Exchange): readonly Named[] {
    const { item, answer } = exchange;
    const { validators, tagged } = this;
    const { configuration } = this.target;
    // A request that was not looked at says nothing of what it asked.
    if (answer.status === TOO_MANY_REQUESTS) return [];
    const rest = configuration.checks.filter((check) => !JUDGED_FIRST.includes(check));
    for (const check of [...JUDGED_FIRST, ...rest]) {
      const judgeOne = checks[check];
      if (!judgeOne || !configuration.isOn(check, item.operation)) continue;
      const verdict = judgeOne({ item, answer, validators, configuration, tagged });
      if (verdict === undefined) continue;
      this.countCheck(check);
      if (verdict === 'kept') continue;
      const violations = [verdict].flat().map((violation) => ({ check, ...violation }));
      const found = violations.filter((violation) => !this.isKnown(violation, exchange));
      if (found.length > 0) return found;
      // Of an answer that was not meant to be, nothing else is to be said.
      if (check === 'not_a_server_error') return [];
    }
    return [];
  }

  countCheck(check: Finding['check']): void {
    this.checked.set(check, (this.checked.get(check) ?? 0) + 1);
  }

  /** Says that a rule could not run. @param why `the filter state: nothing could be made` */
  untried(check: CheckName, { label }: Operation, why: string): void {
    const warning = `${label}: ${check} was not tried ${why}.`;
    if (!this.warnings.includes(warning)) this.warnings.push(warning);
  }

  /** Whether the check is on for the operation; counts that it judged. */
  judges(check: CheckName, operation: Operation): boolean {
    const isOn = this.target.configuration.isOn(check, operation);
    if (isOn) this.countCheck(check);
    return isOn;
  }

  isKnown(
    { check, ...violation }: Named,
    { item, answer }: Pick<Exchange, 'item'> & Partial<Exchange>,
  ): boolean {
    const operation = violation.operation ?? item.operation.label;
    const identity = { ...violation, check, operation, status: answer?.status };
    const cause = causeOf(identity, item);
    // What is at fault in a random request is not known: it may be what was found before.
    const failures = item.about.startsWith('made up') ? this.failures : this.plainFailures;
    return this.known.has(keyOf(identity)) || (cause !== undefined && failures.has(cause));
  }

  /** Notes a finding once. @param exchanges in the order in which they were sent; the last one shows it */
  report(
    check: Finding['check'],
    violation: Violation,
    exchanges: readonly (Pick<Exchange, 'item' | 'request'> & Partial<Exchange>)[],
    label?: string,
  ): Finding | undefined {
    const { message, pointer, field, subject } = violation;
    const { url, self, other, configuration } = this.target;
    const last = exchanges.at(-1);
    const operation = label ?? violation.operation ?? last?.item.operation.label ?? '';
    const identity: Identity = { check, operation, status: last?.answer?.status, pointer, field, subject };
    const key = keyOf(identity);
    if (this.known.has(key)) return undefined;
    this.known.add(key);
    const cause = last && causeOf(identity, last.item);
    if (cause !== undefined) this.failures.add(cause);
    if (cause !== undefined && last && isPlain(last.item)) this.plainFailures.add(cause);
    const finding: Finding = {
      check,
      operation,
      message,
      pointer,
      field: field === '' ? undefined : field,
      about: last?.item.about ?? '',
      curl: exchanges.map(({ request }) =>
        curlLine(url.origin, request, [
          self,
          other,
          this.former,
          last && configuration.loginOf(last.item.operation),
        ]),
      ),
      answer: last?.answer && readable(last.answer),
    };
    this.findings.push(finding);
    this.step.findings.push(finding);
    return finding;
  }

  /** Why no further step begins. */
  get over(): string | undefined {
    if (this.gone) return 'the server is gone';
    const { maxFailures } = this.target.configuration;
    return this.findings.length < maxFailures ? undefined : `--max-failures ${maxFailures} are found`;
  }

  stop(step: string, error: unknown): void {
    const why = error instanceof Error ? error.message : String(error);
    this.stopped.push(`${step} ended with an error: ${why}`);
  }

  tallyOf(operation: Operation): Tally {
    const fresh = { cases: 0, successes: 0, meant: 0, taken: 0, statuses: new Map() };
    const tally = this.tallies.get(operation.label) ?? fresh;
    this.tallies.set(operation.label, tally);
    return tally;
  }

  runsPhase(phase: Phase): boolean {
    return this.target.configuration.phases.includes(phase);
  }

  close(): void {
    this.sender.close();
  }

  /** Tells a request that breaks the server from one that met a broken server. */
  private async askAgain(suspect: Sent, cause: unknown): Promise<Answer> {
    const wasGone = await this.comeBack(suspect, cause);
    // Perhaps it was done: a second one would make another, or be refused.
    if (!isRepeatable(suspect.request.method) && codeOf(cause) !== 'ECONNREFUSED')
      throw new NoAnswer([suspect], cause);
    const answer = await this.sender.send(suspect.request).catch(() => undefined);
    if (!answer) {
      await this.comeBack(suspect, cause);
      throw new NoAnswer([suspect], cause);
    }
    const last = this.recent.at(-1);
    if (wasGone && last) {
      const message = 'The server stopped answering after the last of these requests, and came back.';
      this.report('not_a_server_error', { message, pointer: last.item.pointer }, this.recent);
    } else {
      const what = `the connection broke once (${codeOf(cause)}); the same request was answered when it was sent again`;
      this.warnings.push(`${suspect.item.operation.label}: ${what}.`);
    }
    return answer;
  }

  /** @returns whether other requests were not answered either, for a time */
  private async comeBack(suspect: Sent, cause: unknown): Promise<boolean> {
    const end = performance.now() + LOST_AFTER;
    for (let isGone = false; performance.now() < end; isGone = true) {
      if (await this.isAnswered()) return isGone;
      await sleep(250);
    }
    // Nobody took the connection: the request before it was the last that was read.
    const isUnread = codeOf(cause) === 'ECONNREFUSED' && this.recent.length > 0;
    const sent = [...this.recent, ...(isUnread ? [] : [suspect])].slice(-REMEMBERED);
    this.gone = new NoAnswer(sent, cause, LOST_AFTER / 1000);
    throw this.gone;
  }

  private isAnswered(): Promise<boolean> {
    const anything = { method: 'GET', target: this.target.url.pathname, headers: {}, body: undefined };
    return this.sender.send(anything).then(
      () => true,
      () => false,
    );
  }

  private remember(sent: Sent): void {
    this.recent.push(sent);
    if (this.recent.length > REMEMBERED) this.recent.shift();
  }

  private count(exchange: Exchange): void {
    const { item, answer } = exchange;
    const tally = this.tallyOf(item.operation);
    tally.cases += 1;
    tally.statuses.set(answer.status, (tally.statuses.get(answer.status) ?? 0) + 1);
    if (answer.status === TOO_MANY_REQUESTS) return;
    // A redirect is the success of many a form.
    const isAccepted = isSuccess(answer) || (answer.status >= 300 && answer.status < 400);
    const isMeant =
      item.mode === 'positive' && item.probe === undefined && (item.sender ?? 'self') === 'self';
    if (item.method === undefined && isAccepted) tally.successes += 1;
    if (isMeant) tally.meant += 1;
    if (isMeant && isAccepted) tally.taken += 1;
  }
}

/** Sixteen bits that differ between the names of steps. */
const hashOf = (text: string) =>
  [...text].reduce((hash, character) => (hash * 31 + (character.codePointAt(0) ?? 0)) % 65_521, 7);

const isPlain = ({ about }: Case) => /(^|: )(the example|made-up values)( as \S+)?$/.test(about);

/** A request that fails as it stands fails with each change, too. */
function causeOf({ check, operation, status }: Identity, { body }: Case): string | undefined {
  if (check !== 'not_a_server_error' && check !== 'positive_data_acceptance') return undefined;
  return [check, operation, status ?? 'no answer', body?.mediaType].join(' ');
}

const readable = ({ status, headers, bytes }: Answer) => ({ status, headers, text: bytes.toString('utf8') });
