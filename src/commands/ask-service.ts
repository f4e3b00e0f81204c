/** Asks a service on this machine for its workers and its last errors, by its metrics. */
import { get as getHttp } from 'node:http';
import { get as getHttps } from 'node:https';
import { text } from 'node:stream/consumers';
import type { Settings } from '../config/index.js';

const PATIENCE_MS = 3_000;

export interface Told {
  /** Processes that answer requests. */
  readonly workers: readonly { readonly worker: string; readonly started: string; readonly bytes: number }[];
  /** The last line of each text of level 50 or 60, the newest first. */
  readonly errors: readonly { readonly time: string; readonly worker: string; readonly message: string }[];
}

/** @param url of the service @throws Error with the reason why it does not tell */
export async function askService(
  url: string,
  { metricsPort, metricsToken }: Pick<Settings, 'metricsPort' | 'metricsToken'>,
): Promise<Told> {
  const metrics = await read(metricsUrl(url, metricsPort), metricsToken);
  const started = samplesOf(metrics, 'process_start_time_seconds');
  const memory = samplesOf(metrics, 'process_resident_memory_bytes');
  const errors = samplesOf(metrics, 'snippet_store_last_error_timestamp_seconds');
  return {
    workers: started
      .filter(({ worker }) => worker !== 'supervisor')
      .map(({ worker, value }) => ({
        worker,
        started: timeOf(value),
        bytes: memory.find((one) => one.worker === worker)?.value ?? 0,
      })),
    errors: errors
      .toSorted((one, other) => other.value - one.value)
      .map(({ worker, msg, value }) => ({ time: timeOf(value), worker, message: msg })),
  };
}

function metricsUrl(service: string, metricsPort: number | undefined): URL {
  const url = new URL('/metrics', service);
  if (metricsPort !== undefined) [url.protocol, url.port] = ['http:', String(metricsPort)];
  // A service on all addresses is asked on the loopback one.
  if (url.hostname === '0.0.0.0') url.hostname = '127.0.0.1';
  if (url.hostname === '[::]') url.hostname = '[::1]';
  return url;
}

function read(url: URL, token: string | undefined): Promise<string> {
  return new Promise((resolve, reject) => {
    const options = {
      headers: token === undefined ? {} : { Authorization: `Bearer ${token}` },
      timeout: PATIENCE_MS,
      // The certificate is for the name that clients use.
      rejectUnauthorized: false,
    };
    const get = url.protocol === 'https:' ? getHttps : getHttp;
    const request = get(url, options, (response) => {
      if (response.statusCode === 200) text(response).then(resolve, reject);
      else {
        response.resume();
        reject(
          new Error(
            `${url} answers ${response.statusCode}: set METRICS_PORT and METRICS_TOKEN as the service has them`,
          ),
        );
      }
    });
    request.on('timeout', () => request.destroy(new Error(`${url} does not answer`)));
    request.on('error', reject);
  });
}

/** The samples of a metric in Prometheus' text format; without WORKERS there is one process. */
function samplesOf(metrics: string, name: string): { worker: string; msg: string; value: number }[] {
  const lines = metrics
    .split('\n')
    .filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `));
  return lines.map((line) => ({
    worker: /worker="(\w+)"/.exec(line)?.[1] ?? '1',
    msg: /msg="((?:[^"\\]|\\.)*)"/.exec(line)?.[1] ?? '',
    value: Number(line.slice(line.lastIndexOf(' ') + 1)),
  }));
}

const timeOf = (seconds: number): string => new Date(seconds * 1e3).toISOString();
