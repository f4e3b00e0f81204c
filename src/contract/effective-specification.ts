/** Makes the document of one deployment from the authoritative `openapi.yaml`: its schemes, paths and ownership mode. */
import { declarePages } from './declare-pages.js';
import { resolve } from './resolve-references.js';
import {
  METHODS,
  type Parameter,
  type PathItem,
  type Reference,
  type SecurityRequirement,
  type SecurityScheme,
  type Specification,
} from './specification.js';

export interface DeploymentContract {
  /** The configured schemes, in their order, with what each adds to the document. */
  schemes: readonly { name: string; securityScheme?: SecurityScheme }[];
  ownership: boolean;
  /** The address that clients use; undefined: the one that the document was read from. */
  baseUrl: string | undefined;
  tokenPath: string;
  loginPrefix: string;
}

/**
 * @param source the parsed `openapi.yaml`; not changed
 * @returns the document that dispatch, validation, pages, `/openapi.*` and the contract tests all use
 */
export function effectiveSpecification(source: Specification, deployment: DeploymentContract): Specification {
  const specification = structuredClone(source);
  addSecuritySchemes(specification, deployment);
  declarePages(specification);
  selectPaths(specification, deployment);
  for (const item of Object.values(specification.paths)) selectSecurity(item, specification);
  if (!deployment.ownership) removeOwnership(specification);
  if (deployment.baseUrl !== undefined) setBaseUrl(specification, deployment.baseUrl);
  specification.tags = specification.tags?.filter(({ name }) => isUsedTag(specification, name)) ?? [];
  return specification;
}

/** Keeps the configured schemes; a custom scheme brings its own and is an alternative wherever `basic` is one. */
function addSecuritySchemes(specification: Specification, { schemes }: DeploymentContract): void {
  const declared = specification.components.securitySchemes;
  const kept: typeof declared = {};
  for (const { name, securityScheme } of schemes) {
    const scheme = declared[name] ?? securityScheme;
    if (!scheme) throw new Error(`The authentication scheme ${name} has no securityScheme for the document.`);
    kept[name] = scheme;
  }
  if (kept.oauth2 && declared.oauth2Client) kept.oauth2Client = declared.oauth2Client;
  specification.components.securitySchemes = kept;

  const custom = schemes.filter(({ name }) => !(name in declared));
  for (const operation of operations(specification)) {
    if (!operation.security?.some((requirement) => 'basic' in requirement)) continue;
    operation.security.push(...custom.map(({ name }) => ({ [name]: [] })));
  }
}

/** Drops the paths that the deployment lacks and moves those that it mounts elsewhere. */
function selectPaths(specification: Specification, deployment: DeploymentContract): void {
  const present = new Set(deployment.schemes.map(({ name }) => name));
  if (deployment.ownership) present.add('ownership');
  const paths: Specification['paths'] = {};
  for (const [path, item] of Object.entries(specification.paths)) {
    if (item['x-requires']?.some((need) => !present.has(need))) continue;
    const mounted = mount(path, item, deployment);
    if (mounted in paths) throw new Error(`Two addresses would live at ${mounted}: choose another path.`);
    paths[mounted] = item;
  }
  specification.paths = paths;
}

function mount(path: string, item: PathItem, { tokenPath, loginPrefix }: DeploymentContract): string {
  if (item['x-mount'] === 'tokenPath') return tokenPath;
  if (item['x-mount'] === 'loginPrefix') return path.replace('/api-auth/', loginPrefix);
  return path;
}

function selectSecurity(item: PathItem, specification: Specification): void {
  const isKept = (requirement: SecurityRequirement) =>
    Object.keys(requirement).every((name) => name in specification.components.securitySchemes);
  for (const method of METHODS) {
    const operation = item[method];
    if (operation?.security) operation.security = operation.security.filter(isKept);
  }
}

/** The first, unauthenticated version of the API: no owner, everybody may write (specification.md, Resources). */
function removeOwnership(specification: Specification): void {
  const { Snippet, Root } = specification.components.schemas;
  delete Snippet?.properties?.owner;
  if (Snippet?.required) Snippet.required = Snippet.required.filter((name) => name !== 'owner');
  delete Root?.properties?.users;
  delete specification.components.schemas.User;
  for (const item of Object.values(specification.paths)) item['x-permissions'] = ['AllowAny'];
  dropOwnerParameters(specification);
  for (const operation of operations(specification)) {
    if (operation.security?.length && !operation.security.some((requirement) => isEmpty(requirement)))
      operation.security.unshift({});
    dropOwnerFromExamples(operation);
  }
  dropOwnerFromExamples(specification.components.responses);
}

function dropOwnerParameters(specification: Specification): void {
  const isKept = (parameter: Parameter | Reference) =>
    !resolve<Parameter>(specification, parameter)['x-requires']?.includes('ownership');
  for (const operation of operations(specification))
    if (operation.parameters) operation.parameters = operation.parameters.filter(isKept);
  const { parameters } = specification.components;
  for (const [name, parameter] of Object.entries(parameters)) if (!isKept(parameter)) delete parameters[name];
}

function setBaseUrl(specification: Specification, baseUrl: string): void {
  specification.servers = [{ url: baseUrl }];
  const schemes = Object.values(specification.components.securitySchemes);
  // Tools resolve these against where they found the document, not against `servers`.
  for (const flow of schemes.flatMap(({ flows = {} }) => Object.values(flows))) {
    for (const name of ['authorizationUrl', 'tokenUrl', 'refreshUrl'] as const) {
      const address = flow[name];
      if (address?.startsWith('/')) flow[name] = baseUrl + address;
    }
  }
}

/** Examples are checked by the contract tests like any answer, so they may not show what is not there. */
function dropOwnerFromExamples(node: unknown): void {
  if (typeof node !== 'object' || node === null) return;
  for (const [key, value] of Object.entries(node)) {
    if (key !== 'example') dropOwnerFromExamples(value);
    else for (const example of [value].flat()) if (isRecord(example)) delete example.owner;
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
const isEmpty = (requirement: SecurityRequirement) => Object.keys(requirement).length === 0;

function isUsedTag(specification: Specification, name: string): boolean {
  return operations(specification).some((operation) => operation.tags?.includes(name));
}

function operations(specification: Specification) {
  return Object.values(specification.paths).flatMap((item) =>
    METHODS.flatMap((method) => item[method] ?? []),
  );
}
