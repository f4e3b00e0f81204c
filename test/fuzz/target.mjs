// The service that the fuzzer sends to.
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { startService } from '../helpers/spawn-service.mjs';

const METHODS = ['get', 'post', 'put', 'delete'];
const PASSWORD = 'a password of the fuzzer';

export async function startTarget() {
  let token = '';
  const service = await startService({
    env: {
      BASE_URL: 'http://127.0.0.1',
      AUTH_SCHEMES: 'basic,session,token,oauth1,oauth2',
      HIGHLIGHT_TIMEOUT_MS: '500',
    },
    prepare({ run }) {
      run(['users', 'create', 'alice', '--password-stdin'], PASSWORD);
      [token = ''] = run(['tokens', 'create', 'alice']).match(/[0-9a-f]{40}/) ?? [];
    },
  });
  const list = async () => (await (await fetch(`${service.url}/snippets/`)).json()).length;
  const before = await list();
  const basic = Buffer.from(`alice:${PASSWORD}`).toString('base64');
  return {
    ...service,
    operations: operationsOf(parse(readFileSync(new URL('../../openapi.yaml', import.meta.url), 'utf8'))),
    credentials: [`Basic ${basic}`, `Token ${token}`],
    countStored: async () => ({ before, after: await list() }),
  };
}

export function operationsOf(specification) {
  const resolve = (value) => {
    if (!value?.$ref) return value;
    return value.$ref
      .slice(2)
      .split('/')
      .reduce((found, name) => found[name], specification);
  };
  return Object.entries(specification.paths).flatMap(([path, item]) =>
    METHODS.filter((method) => item[method]).map((method) => {
      const object = item[method];
      const parameters = (object.parameters ?? []).map(resolve);
      return {
        path,
        method: method.toUpperCase(),
        object,
        query: parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name),
        types: Object.keys(resolve(object.requestBody)?.content ?? {}),
      };
    }),
  );
}
