/** Makes the specification of one deployment from `openapi.yaml`: its schemes, paths, pages and ownership mode. */
import { isRecord } from '../is-record.js';
import { addPages } from './add-pages.js';
import {
  type OperationObject,
  operationsOf,
  type SecurityRequirement,
  type SecurityScheme,
  type Specification,
} from './specification.js';

/** What the contract depends on. The settings of the same names have these types. */
export interface DeploymentContract {
  readonly ownership: boolean;
  readonly readAccess: 'everybody' | 'users';
  readonly privateSnippets: boolean;
  readonly baseUrl: string | undefined;
  readonly tokenPath: string;
  readonly loginPrefix: string;
  readonly securityContact: readonly string[];
  readonly oidcIssuer: string | undefined;
  readonly passwordLogin: boolean;
  /** The configured schemes in their order; a custom one brings its own security scheme. */
  readonly schemes: readonly { readonly name: string; readonly securityScheme?: SecurityScheme }[];
}

/** The permission of every path when ownership is off: nobody owns anything. */
const OPEN = 'AllowAny';

/** @returns the specification of the deployment, with references. @throws Error when the two do not fit together */
export function effectiveSpecification(source: Specification, deployment: DeploymentContract): Specification {
  const specification = structuredClone(source);
  addCustomSchemes(specification, deployment);
  removeUnmet(specification, deployment);
  addBlankChoices(specification);
  addPages(specification);
  specification.paths = mountPaths(specification, deployment);
  selectSchemes(specification, deployment);
  if (!deployment.ownership) openToEverybody(specification);
  if (deployment.readAccess === 'users') askForLogin(specification);
  if (deployment.baseUrl !== undefined) setBaseUrl(specification, deployment.baseUrl);
  const used = new Set(operations(specification).flatMap(({ tags = [] }) => tags));
  specification.tags = specification.tags?.filter(({ name }) => used.has(name)) ?? [];
  return specification;
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

/** Removes what a deployment does not have: paths, parameters, schemas and properties whose `x-requires` is not met. */
function removeUnmet(
  specification: Specification,
  { schemes, ownership, privateSnippets, securityContact, oidcIssuer, passwordLogin }: DeploymentContract,
): void {
  const present = new Set(schemes.map(({ name }) => name));
  if (ownership) present.add('ownership');
  if (privateSnippets) present.add('privateSnippets');
  if (securityContact.length > 0) present.add('securityContact');
  if (oidcIssuer !== undefined) present.add('oidc');
  if (passwordLogin) present.add('passwords');
  const isMet = (node: unknown): boolean =>
    !isRecord(node) ||
    !Array.isArray(node['x-requires']) ||
    node['x-requires'].every((name) => present.has(name));
  const { parameters } = specification.components;
  const isKept = (value: unknown): boolean => {
    const [, name] = /^#\/components\/parameters\/(.+)$/.exec(String(isRecord(value) && value.$ref)) ?? [];
    return name === undefined || isMet(parameters[name]);
  };
  specification.paths = visit(specification.paths) as Specification['paths'];
  specification.components = visit(specification.components) as Specification['components'];

  function visit(value: unknown): unknown {
    if (Array.isArray(value)) return value.filter(isKept).map(visit);
    if (!isRecord(value)) return value;
    const kept = Object.entries(value).filter(([, member]) => isMet(member));
    const copy: Record<string, unknown> = Object.fromEntries(
      kept.map(([name, member]) => [name, visit(member)]),
    );
    const { properties, required } = copy;
    if (isRecord(properties) && Array.isArray(required))
      copy.required = required.filter((name) => name in properties);
    return copy;
  }
}

/** A choice that may be left blank in a form is a text: an enum of its own would be another type in clients. */
function addBlankChoices({ components: { schemas } }: Specification): void {
  for (const schema of Object.values(schemas)) {
    const choices = schemas[schema['x-or-blank'] ?? '']?.enum;
    if (choices) schema.pattern = `^(${choices.map((choice) => literal(String(choice))).join('|')})?$`;
  }
}

const literal = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

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
    const { 'x-mount': mounting } = item;
    const moved = mounting ? deployment[mounting.setting] + path.slice(mounting.prefix.length) : path;
    if (moved in mounted) throw new Error(`Two paths would be ${moved}: choose another path.`);
    mounted[moved] = item;
  }
  return mounted;
}

/** The first, unauthenticated version of the API: everybody may write. */
function openToEverybody(specification: Specification): void {
  for (const item of Object.values(specification.paths)) item['x-permissions'] = [OPEN];
  for (const operation of operations(specification)) {
    const { security = [] } = operation;
    if (security.length > 0 && !security.some(isEmpty)) operation.security = [{}, ...security];
  }
}

/** Each path that is not public is for known users, also for methods that it does not have. */
function askForLogin({ paths }: Specification): void {
  for (const item of Object.values(paths)) {
    if (item['x-public'] === true) continue;
    item['x-permissions'] = ['IsAuthenticated', ...item['x-permissions']];
    for (const [, operation] of operationsOf(item))
      if (operation.security) operation.security = operation.security.filter((one) => !isEmpty(one));
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

function operations(specification: Specification): OperationObject[] {
  return Object.values(specification.paths).flatMap((item) =>
    operationsOf(item).map(([, operation]) => operation),
  );
}
