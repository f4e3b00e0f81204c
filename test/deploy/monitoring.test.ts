/** The alert rules and the dashboard: every metric and label in them exists, and Prometheus understands them. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { serve, temporaryFolder } from '../commands/snippet-store.js';
import { readPage } from '../docs/read-markdown.js';
import { freePort } from '../helpers/free-port.js';
import { findTool } from './find-tool.js';
import { DEPLOY, readDeploy, readYaml } from './read-deploy.js';

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
}
interface Rules {
  readonly groups: readonly { readonly name: string; readonly rules: readonly Rule[] }[];
}
interface RuleTests {
  readonly tests: readonly {
    readonly alert_rule_test: readonly {
      readonly alertname: string;
      readonly exp_alerts?: readonly unknown[];
    }[];
  }[];
}
interface Panel {
  readonly id: number;
  readonly type: string;
  readonly title: string;
  readonly description?: string;
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
  readonly targets?: readonly { readonly expr: string }[];
}

/** Prometheus makes it for every target. */
const BY_PROMETHEUS = ['up'];

const rules = readYaml<Rules>('prometheus/alerts.yaml').groups.flatMap((group) => group.rules);
const dashboard = JSON.parse(readDeploy('grafana/snippet-store.json'));
const panels: Panel[] = dashboard.panels;
const shown = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
const promtool = findTool('promtool');

describe('the metrics that alerts and panels name', () => {
  it('are served on /metrics, and the own ones are listed in docs/deploying.md', async () => {
    const METRICS_PORT = String(await freePort());
    const service = await serve({ DATA_DIR: await temporaryFolder(), LOG_LEVEL: 'error', METRICS_PORT });
    await fetch(`${service.address}/snippets/`);
    const served = await (await fetch(`http://127.0.0.1:${METRICS_PORT}/metrics`)).text();
    const known = new Set([...served.matchAll(/^# TYPE (\w+) /gm)].map(([, name = '']) => name));
    assert.ok(known.has('http_request_duration_seconds') && known.has('process_open_fds'));
    const listed = new Set(
      [...readPage('docs/deploying.md').matchAll(/^\| `(\w+)/gm)].map(([, name = '']) => name),
    );
    const used = [...rules.map(({ expr }) => expr), ...shown].flatMap(metricsOf);
    assert.ok(used.length > 20);
    const unknown = used.filter((name) => {
      const family = name.replace(/_(count|bucket|sum)$/, '');
      return !known.has(family) && !known.has(name) && !BY_PROMETHEUS.includes(name);
    });
    assert.deepEqual(unknown, []);
    const own = [...known].filter((name) => !/^(process|nodejs)_/.test(name));
    assert.deepEqual(
      own.filter((name) => !listed.has(name)),
      [],
    );
    for (const check of ['store', 'highlighter'])
      assert.match(served, new RegExp(`^snippet_store_ready\\{check="${check}"\\} 1$`, 'm'));
    for (const queue of ['highlighting', 'passwords'])
      assert.match(served, new RegExp(`^snippet_store_queue_length\\{queue="${queue}"\\} 0$`, 'm'));

    service.signal('SIGTERM');
    await service.ended;
  });
});

/** Names of metrics in an expression: what stands before a selector in braces. */
function metricsOf(expression: string): string[] {
  return [...expression.matchAll(/\b([a-zA-Z_:][\w:]*)\s*\{/g)].map(([, name = '']) => name);
}

describe('the alert rules', () => {
  it('are each shown to fire, and to be silent while nothing is wrong', () => {
    const tests = readYaml<RuleTests>('prometheus/alerts.test.yaml').tests.flatMap(
      (test) => test.alert_rule_test,
    );
    const named = (fires: boolean) =>
      new Set(
        tests.filter((test) => (test.exp_alerts ?? []).length > 0 === fires).map((test) => test.alertname),
      );
    const names = rules.map(({ alert }) => alert).sort();
    assert.deepEqual([...named(true)].sort(), names);
    assert.deepEqual([...named(false)].sort(), names);
  });

  it('pass promtool, which runs their tests', { skip: promtool.skip }, () => {
    for (const args of [
      ['check', 'rules', 'alerts.yaml'],
      ['test', 'rules', 'alerts.test.yaml'],
    ]) {
      const cwd = join(DEPLOY, 'prometheus');
      const { status, stdout, stderr } = spawnSync(promtool.path, args, { cwd, encoding: 'utf8' });
      assert.equal(status, 0, stdout + stderr);
    }
  });
});

describe('the dashboard', () => {
  it('uses only variables that it defines', () => {
    const defined = dashboard.templating.list.map(({ name }: { name: string }) => name);
    const used = [...JSON.stringify(dashboard).matchAll(/\$\{?([a-z]\w*)/g)].map(([, name]) => name);
    assert.deepEqual([...new Set(used)].sort(), defined.sort());
  });

  it('asks questions that promtool understands', { skip: promtool.skip }, async () => {
    const folder = await mkdtemp(join(tmpdir(), 'snippet-store-dashboard-'));
    after(() => rm(folder, { recursive: true, force: true }));
    const filledIn = shown.map((expr, index) => ({
      record: `panel:${index}`,
      expr: expr
        .replaceAll('$__rate_interval', '5m')
        .replaceAll('$job', 'snippet-store')
        .replaceAll('$instance', '.*'),
    }));
    const file = join(folder, 'panels.yaml');
    // JSON is YAML.
    await writeFile(file, JSON.stringify({ groups: [{ name: 'panels', rules: filledIn }] }));
    const { status, stdout, stderr } = spawnSync(promtool.path, ['check', 'rules', file], {
      encoding: 'utf8',
    });
    assert.equal(status, 0, stdout + stderr);
    assert.match(stdout, new RegExp(`${shown.length} rules found`));
  });
});
