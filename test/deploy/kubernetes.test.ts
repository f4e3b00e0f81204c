/** The Kubernetes manifests. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { parse, parseAllDocuments } from 'yaml';
import { ROOT, readPage } from '../docs/read-markdown.js';
import { stagesOf } from './dockerfile.js';
import { DEPLOY, FILES, readYaml } from './read-deploy.js';

interface Probe {
  readonly httpGet: { readonly path: string; readonly port: string };
}
interface Container {
  readonly image: string;
  readonly env: readonly { readonly name: string; readonly value: string }[];
  readonly ports: readonly { readonly name: string; readonly containerPort: number }[];
  readonly startupProbe: Probe;
  readonly livenessProbe: Probe;
  readonly readinessProbe: Probe;
  readonly securityContext: Readonly<Record<string, unknown>>;
  readonly volumeMounts: readonly { readonly name: string; readonly mountPath: string }[];
  readonly resources: { readonly limits: Readonly<Record<string, string>> };
  readonly lifecycle: { readonly preStop: { readonly exec: { readonly command: readonly string[] } } };
}
type Labels = Readonly<Record<string, string>>;
interface Deployment {
  readonly metadata: { readonly name: string };
  readonly spec: {
    readonly replicas: number;
    readonly selector: { readonly matchLabels: Labels };
    readonly template: {
      readonly metadata: { readonly labels: Labels };
      readonly spec: {
        readonly containers: readonly Container[];
        readonly securityContext: Readonly<Record<string, unknown>>;
        readonly terminationGracePeriodSeconds: number;
        readonly volumes: readonly {
          readonly name: string;
          readonly secret: {
            readonly secretName: string;
            readonly items: readonly { readonly path: string }[];
          };
        }[];
      };
    };
  };
}
interface Kustomization {
  readonly namespace: string;
  readonly resources: readonly string[];
  readonly images: readonly { readonly name: string; readonly newTag: string }[];
}

const { metadata, spec } = readYaml<Deployment>('kubernetes/deployment.yaml');
const pod = spec.template.spec;
const [container = assert.fail('no container')] = pod.containers;
const kustomization = readYaml<Kustomization>('kubernetes/kustomization.yaml');
const image = stagesOf('Dockerfile').at(-1)?.instructions ?? [];
const hasKubectl = spawnSync('kubectl', ['version', '--client']).status === 0;

describe('deploy/kubernetes', () => {
  it('lists every manifest in kustomization.yaml', () => {
    const manifests = FILES.filter((file) => file.startsWith('kubernetes/')).map((file) => file.slice(11));
    assert.deepEqual([...kustomization.resources, 'kustomization.yaml'].sort(), manifests);
    for (const { name, newTag } of kustomization.images) {
      assert.deepEqual([name, newTag], [container.image, JSON.parse(readPage('package.json')).version]);
    }
  });

  it('probes the paths that openapi.yaml has, on the port that the image listens on', () => {
    const { paths } = parse(readPage('openapi.yaml'));
    const { startupProbe, livenessProbe, readinessProbe } = container;
    const probed = [startupProbe, livenessProbe, readinessProbe].map(({ httpGet }) => httpGet);
    assert.deepEqual(
      probed.map(({ path }) => path),
      ['/healthz', '/healthz', '/readyz'],
    );
    for (const { path, port } of probed) {
      assert.ok(paths[path]?.get);
      assert.ok(container.ports.some(({ name }) => name === port));
    }
    const exposed = image.find(({ keyword }) => keyword === 'EXPOSE')?.text;
    const metrics = container.env.find(({ name }) => name === 'METRICS_PORT')?.value;
    assert.deepEqual(
      container.ports.map(({ containerPort }) => String(containerPort)),
      [exposed, metrics],
    );
  });

  it('runs as the user of the image, on a read-only root, without capabilities', () => {
    const [user, group] =
      image
        .findLast(({ keyword }) => keyword === 'USER')
        ?.text.split(':')
        .map(Number) ?? [];
    const { runAsUser, runAsGroup, fsGroup, runAsNonRoot, seccompProfile } = pod.securityContext;
    assert.deepEqual([runAsUser, runAsGroup, fsGroup, runAsNonRoot], [user, group, group, true]);
    assert.deepEqual(seccompProfile, { type: 'RuntimeDefault' });
    assert.deepEqual(container.securityContext, {
      allowPrivilegeEscalation: false,
      privileged: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
    assert.ok(container.resources.limits.memory);
  });

  it('shows the secrets where the settings look for them', () => {
    const [volume = assert.fail('no volume')] = pod.volumes;
    const mount = container.volumeMounts.find(({ name }) => name === volume.name);
    const shown = volume.secret.items.map(({ path }) => `${mount?.mountPath}/${path}`);
    const named = container.env.filter(({ name }) => name.endsWith('_FILE')).map(({ value }) => value);
    assert.deepEqual(named.sort(), shown.sort());
  });

  it('waits longer for the end of a pod than preStop and the service take', () => {
    const [, pause] = container.lifecycle.preStop.exec.command;
    assert.ok(Number(pause) + 10 < pod.terminationGracePeriodSeconds);
  });

  it('selects the same pods everywhere', () => {
    const { matchLabels } = spec.selector;
    assert.deepEqual(spec.template.metadata.labels, matchLabels);
    assert.ok(spec.replicas > 1);
    const service = readYaml<{ spec: { selector: Labels; ports: { targetPort: string }[] } }>(
      'kubernetes/service.yaml',
    );
    assert.deepEqual(service.spec.selector, matchLabels);
    assert.equal(service.spec.ports[0]?.targetPort, container.ports[0]?.name);
    const budget = readYaml<{ spec: { selector: { matchLabels: Labels } } }>(
      'kubernetes/pod-disruption-budget.yaml',
    );
    assert.deepEqual(budget.spec.selector.matchLabels, matchLabels);
    const policy = readYaml<{ spec: { podSelector: { matchLabels: Labels } } }>(
      'kubernetes/network-policy.yaml',
    );
    assert.deepEqual(policy.spec.podSelector.matchLabels, matchLabels);
  });

  const skip = hasKubectl ? false : 'needs kubectl';
  it('is put together by kubectl kustomize', { skip }, () => {
    const folder = join(DEPLOY, 'kubernetes');
    const { status, stdout, stderr } = spawnSync('kubectl', ['kustomize', folder], {
      cwd: ROOT,
      encoding: 'utf8',
    });
    assert.equal(status, 0, stderr);
    const objects = parseAllDocuments(stdout);
    assert.ok('length' in objects);
    const kinds = objects.map((object) => object.get('kind')).sort();
    assert.deepEqual(kinds, ['Deployment', 'NetworkPolicy', 'PodDisruptionBudget', 'Service']);
    for (const object of objects) {
      assert.equal(object.getIn(['metadata', 'namespace']), kustomization.namespace);
      assert.equal(object.getIn(['metadata', 'name']), metadata.name);
    }
  });
});
