/** Makes the specification of one deployment from `openapi.yaml`: its schemes, paths and ownership mode. */

import { declarePages } from './declare-pages.js';
import { fillExamples } from './fill-examples.js';
import { operationsOf } from './operations-of.js';
import { removeUnmet } from './remove-unmet.js';
import type { PathItem, SecurityRequirement, SecurityScheme, Specification } from './specification.js';

export interface DeploymentContract {
  /** The configured schemes in their order; a custom one brings its own security scheme. */
  schemes: readonly { name: string; securityScheme?: SecurityScheme }[];
  ownership: boolean;
  /** The URL that clients use; undefined: the one that they read the specification from. */
  baseUrl: string | undefined;
  tokenPath: string;
  loginPrefix: string;
  /** Where vulnerabilities are reported; empty: nowhere. */
  securityContact: readonly string[];
}

/** The permission of every path when ownership is off: nobody owns anything. */
const OPEN = 'AllowAny';

/**
 * @param source the parsed `openapi.yaml`; not changed
 * @returns the specification that dispatch, validation, pages, `/openapi.*` and the contract tests all use
 * @throws Error when `openapi.yaml` and the deployment do not fit together
 */
export function effectiveSpecification(source: Specification, deployment: DeploymentContract): Specification {
  const specification = structuredClone(source);
  addCustomSchemes(specification, deployment);
  declarePages(specification);
  removeUnmet(specification, presentIn(deployment));
  fillExamples(specification);
  specification.paths = mountPaths(specification, deployment);
  selectSchemes(specification, deployment);
  if (!deployment.ownership) openToEverybody(specification);
  if (deployment.baseUrl !== undefined) setBaseUrl(specification, deployment.baseUrl);
  specification.tags = specification.tags?.filter(({ name }) => isUsedTag(specification, name)) ?? [];
  return specification;
}

/** What `x-requires` may ask for. */
function presentIn({ schemes, ownership, securityContact }: DeploymentContract): ReadonlySet<string> {
  return new Set([
    ...schemes.map(({ name }) => name),
    ...(ownership ? ['ownership'] : []),
    ...(securityContact.length > 0 ? ['securityContact'] : []),
  ]);
}

/** A custom scheme is an alternative wherever a scheme with `x-custom-alternatives` is one. */
function addCustomSchemes(specification: Specification, { schemes }: DeploymentContract): void {
  const declared = specification.components.securitySchemes;
  const custom = schemes.filter(({ name }) => !(name in declared));
  const hasAlternatives = (requirement: SecurityRequirement) =>
    Object.keys(requirement).some((name) => declared[name]?.['x-custom-alternatives']);
  for (const operation of operations(specification)) {
    if (!operation.security?.some(hasAlternatives)) continue;
    // A new array, because operations may share one (a YAML alias).
    operation.security = [...operation.security, ...custom.map(({ name }) => ({ [name]: [] }))];
  }
  for (const { name, securityScheme } of custom) {
    if (!securityScheme) throw new Error(`The authentication scheme ${name} has no securityScheme.`);
    declared[name] = securityScheme;
  }
}

/** Keeps the configured schemes in their order, and those that come with them (`x-requires`). */
function selectSchemes(specification: Specification, { schemes }: DeploymentContract): void {
  const declared = specification.components.securitySchemes;
  const configured = schemes.map(({ name }) => name);
  const accompanying = Object.keys(declared).filter(
    (name) => !configured.includes(name) && declared[name]?.['x-requires'],
  );
  const kept = new Set([...configured, ...accompanying]);
  specification.components.securitySchemes = Object.fromEntries(
    [...kept].flatMap((name) => (declared[name] ? [[name, declared[name]]] : [])),
  );
  const isKept = (requirement: SecurityRequirement) =>
    Object.keys(requirement).every((name) => kept.has(name));
  for (const operation of operations(specification))
    if (operation.security) operation.security = operation.security.filter(isKept);
}

/** Moves the paths that the deployment has elsewhere. */
function mountPaths({ paths }: Specification, deployment: DeploymentContract): Specification['paths'] {
  const mounted: Specification['paths'] = {};
  for (const [path, item] of Object.entries(paths)) {
    const moved = mount(path, item, deployment);
    if (moved in mounted) throw new Error(`Two paths would be ${moved}: choose another path.`);
    mounted[moved] = item;
  }
  return mounted;
}

function mount(path: string, { 'x-mount': mounting }: PathItem, deployment: DeploymentContract): string {
  if (!mounting) return path;
  const { setting, prefix } = mounting;
  if (!path.startsWith(prefix))
    throw new Error(`openapi.yaml: ${path} does not begin with ${prefix} (x-mount).`);
  return deployment[setting] + path.slice(prefix.length);
}

/** The first, unauthenticated version of the API: everybody may write. */
function openToEverybody(specification: Specification): void {
  for (const item of Object.values(specification.paths)) item['x-permissions'] = [OPEN];
  for (const operation of operations(specification)) {
    const { security = [] } = operation;
    if (security.length > 0 && !security.some(isEmpty)) operation.security = [{}, ...security];
  }
}

function setBaseUrl(specification: Specification, baseUrl: string): void {
  specification.servers = [{ url: baseUrl }];
  const schemes = Object.values(specification.components.securitySchemes);
  // Tools resolve these against the URL of the specification, not against `servers`.
  for (const flow of schemes.flatMap(({ flows = {} }) => Object.values(flows))) {
    for (const name of ['authorizationUrl', 'tokenUrl', 'refreshUrl'] as const) {
      const url = flow[name];
      if (url?.startsWith('/')) flow[name] = baseUrl + url;
    }
  }
}

const isEmpty = (requirement: SecurityRequirement) => Object.keys(requirement).length === 0;

function isUsedTag(specification: Specification, name: string): boolean {
  return operations(specification).some((operation) => operation.tags?.includes(name));
}

function operations(specification: Specification) {
  return Object.values(specification.paths).flatMap((item) =>
    operationsOf(item).map(([, operation]) => operation),
  );
}
