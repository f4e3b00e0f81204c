// Django REST framework: the application of its tutorial on SQLite, behind gunicorn with one worker a core.
import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Database from 'libsql';
import { firstInput, inputOf, topicOf, userNames, variation } from '../contents.mjs';
import { freshCopy } from '../fresh-copy.mjs';
import { installDjangoRest } from '../peers/django-rest/install.mjs';
import { apiRequests, basicOf } from '../requests.mjs';
import { freePort, startServer } from '../server-process.mjs';

const APPLICATION = fileURLToPath(new URL('../peers/django-rest', import.meta.url));

export const djangoRest = {
  key: 'django-rest',
  name: 'Django REST framework',
  stores: ['embedded'],
  install: installDjangoRest,
  works: [
    ...[
      'read',
      'list-1000',
      'list-1000-alone',
      'not-found',
      'denial',
      'read-100kb',
      'page',
      'replace',
      'create',
    ],
    ...['create-alone', 'create-basic', 'slice', 'search', 'list-100000', 'users'],
  ],
  async prepare({ data, count, folder }) {
    const packages = installDjangoRest();
    const prepared = join(folder, `django-rest-${data}`);
    mkdirSync(prepared);
    const envOf = (dir) => ({
      PYTHONPATH: packages,
      PYTHONDONTWRITEBYTECODE: '1',
      DATABASE: join(dir, 'database.sqlite'),
    });
    const env = { PATH: process.env.PATH, ...envOf(prepared) };
    const options = { cwd: APPLICATION, env, encoding: 'utf8' };
    const token = execFileSync('python3', ['prepare.py', userNames(count).join(',')], options).trim();
    load(env.DATABASE, data, count);
    return {
      requests: requestsFor(count, token),
      async start() {
        const port = await freePort();
        const args = [
          ...['-m', 'gunicorn', 'application:application', '--bind', `127.0.0.1:${port}`],
          ...['--workers', String(cpus().length), '--threads', '4', '--keep-alive', '60'],
        ];
        return startServer({
          ...{
            command: 'python3',
            args,
            env: envOf(data === 'large' ? prepared : freshCopy(prepared)),
            cwd: APPLICATION,
          },
          ...{ log: join(folder, 'django-rest.log'), port },
        });
      },
    };
  },
};

function load(file, data, count) {
  const database = new Database(file);
  const insert = database.prepare(
    `insert into snippets_snippet (id, created, title, code, linenos, language, style, owner_id, highlighted)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  // As large as what it makes itself; lists do not read it.
  const highlighted = '<span class="k">def</span> '.repeat(200);
  database.exec('begin');
  for (let id = 1; id <= count; id += 1) {
    const varied = variation(id);
    const { title, code, language } = data === 'one' ? firstInput(data) : inputOf(varied);
    const created = varied.created.toISOString().replace('T', ' ').replace('Z', '000');
    insert.run([id, created, title, code, 0, language, 'friendly', varied.ownerId, highlighted]);
  }
  database.exec('commit');
  database.close();
}

function requestsFor(count, token) {
  const requests = apiRequests(count, { token: `Token ${token}`, basic: basicOf('bench', 'right') });
  const body = JSON.stringify({ ...inputOf(variation(7)), style: 'friendly' });
  const found = (text) => JSON.parse(text).results.length === 100;
  const write = (key) => [key, { ...requests[key], body }];
  return {
    ...requests,
    ...Object.fromEntries(['replace', 'create', 'create-alone', 'create-basic', 'denial'].map(write)),
    slice: { path: '/snippets/?limit=100', check: found },
    search: {
      path: () => `/snippets/?limit=100&search=${topicOf(Math.ceil(Math.random() * 100))}`,
      check: found,
    },
  };
}
