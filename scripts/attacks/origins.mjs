// Findings 9 to 11: requests that other sites and other machines should not be able to send.
import { fileURLToPath } from 'node:url';
import { startService } from '../start-service.mjs';
import { ask, basic, FORM } from './ask.mjs';
import { observe } from './observe.mjs';

const PACKAGE = fileURLToPath(new URL('../../dist/index.js', import.meta.url));
const CONFIG = `import { defineConfig } from ${JSON.stringify(PACKAGE)};
export default defineConfig({ permissions: [{ allows: ({ user }) => user !== null }] });
`;

export async function origins(report) {
  const open = await startService({ env: { OWNERSHIP: 'off' } });
  const Host = 'evil.example';
  const code = 'code=x';
  try {
    await one(open, '9', 'a read under another Host', '/snippets/', { headers: { Host } }, report);
    await one(
      open,
      '9',
      'a write under another Host, OWNERSHIP=off',
      '/snippets/',
      { headers: { Host, ...FORM }, body: code },
      report,
    );
    await one(
      open,
      '11',
      '/metrics through a proxy',
      '/metrics',
      { headers: { 'X-Forwarded-For': '192.0.2.1' } },
      report,
    );
    await one(open, '11', '/metrics on another host name', '/metrics', { headers: { Host } }, report);
  } finally {
    await open.stop();
  }

  const closed = await startService({
    config: CONFIG,
    prepare: ({ run }) => run(['users', 'create', 'alice', '--password-stdin'], 'a long password'),
  });
  try {
    const remembered = { ...basic('alice', 'a long password'), ...FORM };
    for (const [name, headers] of [
      ['Origin', { Origin: 'http://evil.example' }],
      ['Origin: null', { Origin: 'null' }],
      ['Sec-Fetch-Site', { 'Sec-Fetch-Site': 'cross-site' }],
    ])
      await one(
        closed,
        '10',
        `a form of another site with remembered Basic (${name})`,
        '/snippets/',
        { headers: { ...remembered, ...headers }, body: code },
        report,
      );
    for (const path of ['/users/', '/users/1/', '/snippets/', '/'])
      await one(closed, '11', `GET ${path} where nobody reads without an account`, path, {}, report);
  } finally {
    await closed.stop();
  }
}

async function one(service, finding, name, path, request, report) {
  const { result, ...seen } = await observe(service, () => ask(`${service.url}${path}`, request));
  report(finding, name, String(result.status), seen);
}
