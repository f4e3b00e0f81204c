/** The deployment's contract: made once, used by dispatch, validation, pages, `/openapi.*` and the contract tests. */
import { stringify } from 'yaml';
import type { Document } from './contract/document.js';
import { type DeploymentContract, effectiveDocument } from './contract/effective-document.js';
import { type Endpoint, makeEndpoint } from './contract/endpoint.js';
import { readDocument } from './contract/read-document.js';

export interface Contract {
  readonly document: Document;
  readonly endpoints: readonly Endpoint[];
  /** The document as `/openapi.json` serves it. */
  readonly json: string;
  /** The document as `/openapi.yaml` serves it. */
  readonly yaml: string;
}

/**
 * @param source the authoritative document; not changed
 * @throws Error when the deployment's settings and `openapi.yaml` do not fit together
 */
export function makeContract(deployment: DeploymentContract, source: Document = readDocument()): Contract {
  const document = effectiveDocument(source, deployment);
  const schemes = deployment.schemes.map(({ name }) => name);
  return {
    document,
    endpoints: Object.entries(document.paths).map(([path, item]) =>
      makeEndpoint(document, path, item, schemes),
    ),
    json: JSON.stringify(document),
    yaml: stringify(document, { aliasDuplicateObjects: false }),
  };
}

export type { Document } from './contract/document.js';
export type { DeploymentContract } from './contract/effective-document.js';
export type { Endpoint, Operation } from './contract/endpoint.js';
