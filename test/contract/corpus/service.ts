/** What the corpus is made of: services that are correct, and into which one fault at a time can be planted. */
import type { CheckName } from '../harness/checks/check.js';

export interface Planted {
  readonly name: string;
  /** The check that has to find it. */
  readonly check: CheckName;
}

export const plantedIn = (faults: Readonly<Record<string, CheckName>>): Planted[] =>
  Object.entries(faults).map(([name, check]) => ({ name, check }));

export interface Running {
  readonly url: string;
  /** Values of `--auth`: the user, and another user. */
  readonly auth: readonly [string, string];
  close(): Promise<void>;
}

export interface CorpusService {
  readonly name: string;
  readonly faults: readonly Planted[];
  /** Default: /openapi.json of the service. */
  readonly spec?: string;
  readonly basePath?: string;
  /** What no schema can say of the service: options of the harness, and a configuration that schemathesis reads, too. */
  readonly options?: readonly string[];
  readonly config?: string;
  /** @returns why it cannot run on this machine; undefined when it can */
  missing?(): string | undefined;
  /** @param fault by its name; undefined for the correct service */
  start(fault?: string): Promise<Running>;
  /** Once it is not started again. */
  stop?(): Promise<void>;
}

/** The arguments with which the harness tests a service of the corpus. */
export function argumentsFor(service: CorpusService, { url, auth }: Running, seed: number): string[] {
  const { spec, basePath, config, options = [] } = service;
  return [
    ...['--url', url, '--seed', String(seed), ...auth.flatMap((one) => ['--auth', one])],
    ...(spec === undefined ? [] : ['--spec', spec]),
    ...(basePath === undefined ? [] : ['--base-path', basePath]),
    ...(config === undefined ? [] : ['--config', config]),
    ...options,
  ];
}
