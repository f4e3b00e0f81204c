/** The contract of a deployment. It is made once; dispatch, validation, pages, `/openapi.*` and the tests use it. */
import { type DeploymentContract, effectiveSpecification } from './effective-specification.js';
import { type Endpoint, makeEndpoint } from './endpoint.js';
import { readSpecification } from './read-specification.js';
import { servedSpecification } from './served-specification.js';
import type { Specification } from './specification.js';

export interface Contract {
  readonly specification: Specification;
  readonly endpoints: readonly Endpoint[];
  /** The specification as `/openapi.json` serves it: without extensions. */
  readonly served: object;
  readonly json: string;
  /** The specification as `/openapi.yaml` serves it. */
  yaml(): Promise<string>;
}

/**
 * @param source the parsed `openapi.yaml`; not changed
 * @throws Error when the deployment's settings and `openapi.yaml` do not fit together
 */
export function makeContract(
  deployment: DeploymentContract,
  source: Specification = readSpecification(),
): Contract {
  const specification = effectiveSpecification(source, deployment);
  const served = servedSpecification(specification);
  const schemes = deployment.schemes.map(({ name }) => name);
  let yaml: Promise<string> | undefined;
  return {
    specification,
    endpoints: Object.entries(specification.paths).map(([path, item]) =>
      makeEndpoint(specification, path, item, schemes),
    ),
    served,
    json: JSON.stringify(served),
    yaml: () => (yaml ??= asYaml(served)),
  };
}

/** Made, and the package loaded, when the first client asks: few do, and every start would wait for it. */
async function asYaml(specification: object): Promise<string> {
  const { stringify } = await import('yaml');
  return stringify(specification, { aliasDuplicateObjects: false });
}

export type { DeploymentContract } from './effective-specification.js';
export type { Endpoint, Operation } from './endpoint.js';
export type { Specification } from './specification.js';
