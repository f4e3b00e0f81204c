/** Makes OpenAPI 3.0 of Swagger 2.0. Pointers of findings are those of the result. */
import { asList, asRecord, isRecord, type Member } from './values.js';

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch'];

export function convertSwagger(source: Member): Member {
  const document = asRecord(moveReferences(source));
  const paths = Object.entries(asRecord(document.paths)).map(([path, item]) => [
    path,
    convertItem(document, asRecord(item)),
  ]);
  return {
    openapi: '3.0.3',
    info: document.info,
    servers: serversOf(document),
    security: document.security,
    tags: document.tags,
    paths: Object.fromEntries(paths),
    components: {
      schemas: convertSchemas(asRecord(document.definitions)),
      responses: map(asRecord(document.responses), (response) => convertResponse(document, {}, response)),
      parameters: map(
        Object.fromEntries(
          Object.entries(asRecord(document.parameters)).filter(([, one]) => !isOfBody(asRecord(one))),
        ),
        convertParameter,
      ),
      securitySchemes: map(asRecord(document.securityDefinitions), convertScheme),
    },
  };
}

const PLACES: readonly (readonly [RegExp, string])[] = [
  [/^#\/definitions\//, '#/components/schemas/'],
  [/^#\/parameters\//, '#/components/parameters/'],
  [/^#\/responses\//, '#/components/responses/'],
];

function moveReferences(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(moveReferences);
  if (!isRecord(node)) return node;
  return Object.fromEntries(
    Object.entries(node).map(([name, value]) => {
      if (name !== '$ref' || typeof value !== 'string') return [name, moveReferences(value)];
      return [name, PLACES.reduce((moved, [from, to]) => moved.replace(from, to), value)];
    }),
  );
}

function serversOf({ host, basePath = '', schemes }: Member): object[] {
  const path = String(basePath).replace(/\/$/, '');
  if (host === undefined) return [{ url: path === '' ? '/' : path }];
  const known = asList(schemes).length > 0 ? asList(schemes) : ['https'];
  return known.map((scheme) => ({ url: `${scheme}://${host}${path}` }));
}

function convertItem(document: Member, item: Member): Member {
  const shared = asList(item.parameters).map((one) => lookUpParameter(document, one));
  const entries = Object.entries(item).flatMap(([name, value]): [string, unknown][] => {
    if (!METHODS.includes(name)) return name === 'parameters' ? [] : [[name, value]];
    return [[name, convertOperation(document, asRecord(value), shared)]];
  });
  return Object.fromEntries(entries);
}

/** Parameters of bodies become a request body, so that references to them are followed here. */
function lookUpParameter(document: Member, node: unknown): Member {
  const given = asRecord(node);
  const [, name] = /^#\/components\/parameters\/(.+)$/.exec(String(given.$ref ?? '')) ?? [];
  return name === undefined ? given : asRecord(asRecord(document.parameters)[name]);
}

function convertOperation(document: Member, operation: Member, shared: readonly Member[]): Member {
  const own = asList(operation.parameters).map((one) => lookUpParameter(document, one));
  const keyOf = ({ in: place, name }: Member) => `${place} ${place === 'body' ? '' : name}`;
  const all = [...new Map([...shared, ...own].map((one) => [keyOf(one), one])).values()];
  const { consumes, produces: _produces, parameters: _parameters, schemes: _schemes, ...rest } = operation;
  const types = asList(consumes ?? document.consumes).map(String);
  return {
    ...rest,
    parameters: all.filter((one) => !isOfBody(one)).map(convertParameter),
    ...bodyOf(all, types),
    responses: map(asRecord(operation.responses), (response) =>
      convertResponse(document, operation, response),
    ),
  };
}

const isOfBody = ({ in: place }: Member) => place === 'body' || place === 'formData';

function bodyOf(parameters: readonly Member[], types: readonly string[]): object {
  const body = parameters.find(({ in: place }) => place === 'body');
  if (body) {
    const content = (types.length > 0 ? types : ['application/json']).map((type) => [
      type,
      { schema: convertSchema(body.schema) },
    ]);
    return { requestBody: { required: body.required === true, content: Object.fromEntries(content) } };
  }
  const fields = parameters.filter(({ in: place }) => place === 'formData');
  if (fields.length === 0) return {};
  const hasFile = fields.some(({ type }) => type === 'file');
  const usual = hasFile ? 'multipart/form-data' : 'application/x-www-form-urlencoded';
  const forms = types.filter((type) => /form/.test(type));
  const schema = {
    type: 'object',
    required: fields.filter(({ required }) => required === true).map(({ name }) => name),
    properties: Object.fromEntries(fields.map((field) => [field.name, schemaOf(field)])),
  };
  const content = (forms.length > 0 ? forms : [usual]).map((type) => [type, { schema }]);
  return { requestBody: { required: schema.required.length > 0, content: Object.fromEntries(content) } };
}

const STYLES: Readonly<Record<string, object>> = {
  csv: { style: 'form', explode: false },
  multi: { style: 'form', explode: true },
  ssv: { style: 'spaceDelimited', explode: false },
  pipes: { style: 'pipeDelimited', explode: false },
};

function convertParameter(node: unknown): unknown {
  const { in: place, name, required, description, collectionFormat = 'csv', ...rest } = asRecord(node);
  const isList = rest.type === 'array' && place === 'query';
  return {
    name,
    in: place,
    required: required === true,
    description,
    schema: schemaOf(rest),
    ...(isList ? STYLES[String(collectionFormat)] : {}),
    ...(rest['x-example'] === undefined ? {} : { example: rest['x-example'] }),
  };
}

const OF_PARAMETERS = [
  'name',
  'in',
  'required',
  'description',
  'collectionFormat',
  'allowEmptyValue',
  'x-example',
];

/** A parameter has the keywords of its schema itself. */
function schemaOf(parameter: Member): unknown {
  const own = Object.entries(parameter).filter(([name]) => !OF_PARAMETERS.includes(name));
  return convertSchema(Object.fromEntries(own));
}

function convertResponse(document: Member, operation: Member, node: unknown): unknown {
  const { schema, headers, examples, ...rest } = asRecord(node);
  if (rest.$ref !== undefined) return rest;
  const types = asList(operation.produces ?? document.produces).map(String);
  const content = (types.length > 0 ? types : ['application/json']).map((type) => {
    const { [type]: example } = asRecord(examples);
    return [type, { schema: convertSchema(schema), ...(example === undefined ? {} : { example }) }];
  });
  return {
    ...rest,
    headers: map(asRecord(headers), (header) => ({ schema: schemaOf(asRecord(header)) })),
    ...(schema === undefined ? {} : { content: Object.fromEntries(content) }),
  };
}

const convertSchemas = (schemas: Member) => map(schemas, convertSchema);

/** `x-nullable` is in use for `nullable`; a discriminator was a name; a file is bytes. */
function convertSchema(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(convertSchema);
  if (!isRecord(node)) return node;
  const { 'x-nullable': nullable, discriminator, ...rest } = node;
  const inner = Object.entries(rest).map(([name, value]) => [
    name,
    ['enum', 'default', 'example', 'required'].includes(name) ? value : convertSchema(value),
  ]);
  const schema = Object.fromEntries(inner);
  return {
    ...schema,
    ...(schema.type === 'file' ? { type: 'string', format: 'binary' } : {}),
    ...(nullable === true ? { nullable: true } : {}),
    ...(typeof discriminator === 'string' ? { discriminator: { propertyName: discriminator } } : {}),
    // A property may have this name.
    ...(isRecord(discriminator) ? { discriminator: convertSchema(discriminator) } : {}),
  };
}

function convertScheme(node: unknown): unknown {
  const { type, ...rest } = asRecord(node);
  if (type === 'basic') return { type: 'http', scheme: 'basic' };
  return type === 'oauth2' ? { type, flows: {} } : { type, ...rest };
}

const map = (record: Member, change: (value: unknown) => unknown): Member =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]));
