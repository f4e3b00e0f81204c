/** The contract of a deployment. It is made once; dispatch, validation, pages, `/openapi.*` and the tests use it. */
import { stringify } from 'yaml';
import { isRecord } from '../is-record.js';
import { dereference } from './dereference.js';
import { type DeploymentContract, effectiveSpecification } from './effective-specification.js';
import { type Endpoint, makeEndpoint } from './endpoint.js';
import { readSpecification } from './read-specification.js';
import type { Dereferenced, Specification } from './specification.js';

export interface Contract {
  /** Without references. */
  readonly specification: Dereferenced;
  readonly endpoints: readonly Endpoint[];
  /** The specification as `/openapi.json` serves it: with references, and without extensions. */
  readonly served: object;
  readonly json: string;
  /** The specification as `/openapi.yaml` serves it. */
  yaml(): string;
}

/** @throws Error when the deployment's settings and `openapi.yaml` do not fit together */
export function makeContract(
  deployment: DeploymentContract,
  source: Specification = readSpecification(),
): Contract {
  const effective = effectiveSpecification(source, deployment);
  const specification = dereference(effective);
  const schemes = deployment.schemes.map(({ name }) => name);
  const served = withoutExtensions(effective) as object;
  let yaml: string | undefined;
  return {
    specification,
    endpoints: Object.entries(specification.paths).map(([path, item]) => makeEndpoint(path, item, schemes)),
    served,
    json: JSON.stringify(served),
    yaml() {
      // Made when the first client asks: few do, and every start would wait for it.
      yaml ??= stringify(served, { aliasDuplicateObjects: false });
      return yaml;
    },
  };
}

/** Their members are names that the contract gives, not keywords. */
const MAPS = ['properties', 'headers'];
/** Any value may stand there. */
const VALUES = ['example', 'examples', 'default', 'enum'];

function withoutExtensions(value: unknown, isMap = false): unknown {
  if (Array.isArray(value)) return value.map((item) => withoutExtensions(item));
  if (!isRecord(value)) return value;
  const kept = Object.entries(value).filter(([key]) => isMap || !key.startsWith('x-'));
  const members = kept.map(([key, member]) => {
    const isValue = !isMap && VALUES.includes(key);
    return [key, isValue ? member : withoutExtensions(member, !isMap && MAPS.includes(key))];
  });
  return Object.fromEntries(members);
}

export type { DeploymentContract } from './effective-specification.js';
export { type Endpoint, labelOf, type Operation } from './endpoint.js';
export type { Specification } from './specification.js';
