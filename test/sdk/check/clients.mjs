// Clients that the generators of others make of the contract: each is made, and compiled or imported as a whole.
// @ts-check
import { inPackage, node, RUNTIMES } from './tools.mjs';

const [node22 = '', node24 = ''] = RUNTIMES.map(node);
const compile = `find client -name '*.ts' | xargs ${node22} ${inPackage('typescript-5.9.3', 'bin/tsc')} \
  --noEmit --strict --target es2022 --lib es2022,dom,dom.iterable \
  --module esnext --moduleResolution bundler --allowImportingTsExtensions`;
const importAll = (/** @type {string} */ name) => `python3 -c '
import importlib, pkgutil
package = importlib.import_module("${name}")
for module in pkgutil.walk_packages(package.__path__, package.__name__ + "."): importlib.import_module(module.name)'`;

/** Without `skipFormModel=false` it leaves out the model of the form, and imports it all the same (its issue 24727). */
const openapiGenerator = (/** @type {string} */ generator) =>
  `java -jar "$OPENAPI_GENERATOR" generate -i "$CONTRACT" -o client --global-property skipFormModel=false -g ${generator}`;
const goModule = 'go mod init example.org/snippets && go mod tidy && go build ./...';
const kubb = `import { defineConfig } from "@kubb/core";
import { pluginClient } from "@kubb/plugin-client";
import { pluginOas } from "@kubb/plugin-oas";
import { pluginTs } from "@kubb/plugin-ts";
export default defineConfig({ root: ".", input: { path: process.env.CONTRACT },
  output: { path: "./client", format: false, lint: false },
  plugins: [pluginOas({ generators: [] }), pluginTs(), pluginClient({ client: "fetch", bundle: true })] });`;

/** @type {Record<string, string[]>} commands of a shell, run in a folder of their own with an empty folder `client` */
export const CLIENTS = {
  'openapi-generator, Python': [openapiGenerator('python'), `cd client && ${importAll('openapi_client')}`],
  'openapi-generator, Java': [openapiGenerator('java'), 'mvn -q -B -f client/pom.xml compile'],
  // Two enums with the same value do not compile without a prefix (its issue 535).
  'openapi-generator, Go': [
    openapiGenerator('go --additional-properties enumClassPrefix=true'),
    'cd client && go mod tidy && go build .',
  ],
  'openapi-generator, typescript-fetch': [
    openapiGenerator('typescript-fetch --additional-properties importFileExtension=.ts'),
    compile,
  ],
  'oapi-codegen, Go': [
    'oapi-codegen -generate types,client -package client -o client/client.gen.go "$CONTRACT"',
    goModule,
  ],
  'ogen, Go': ['ogen --target client --package client --clean "$CONTRACT"', goModule],
  'openapi-python-client': [
    'python3 -m openapi_python_client generate --path "$CONTRACT" --output-path client --meta none --overwrite',
    // Where a body has several types and no parameter is optional, it forgets an import.
    "sed -i 's/import UNSET, Response$/import UNSET, Response, Unset/' client/api/authentication/create_token.py",
    importAll('client'),
  ],
  'openapi-typescript': [
    `${node22} ${inPackage('openapi-typescript', 'bin/cli.js')} "$CONTRACT" -o client/types.ts`,
    compile,
  ],
  'hey-api': [
    `${node24} ${inPackage('@hey-api/openapi-ts', 'bin/run.js')} --input "$CONTRACT" --output client \
      --client @hey-api/client-fetch --no-log-file`,
    compile,
  ],
  orval: [
    `${node22} ${inPackage('orval', 'dist/bin/orval.mjs')} --input "$CONTRACT" --output ./client/client.ts --client fetch`,
    compile,
  ],
  kubb: [
    `echo '${kubb}' > kubb.config.mjs && ${node22} ${inPackage('@kubb/cli', 'bin/kubb.cjs')} generate`,
    compile,
  ],
  'swagger-typescript-api': [
    `${node22} ${inPackage('swagger-typescript-api', 'dist/cli.mjs')} generate --path "$CONTRACT" --output client --name client.ts`,
    compile,
  ],
};
