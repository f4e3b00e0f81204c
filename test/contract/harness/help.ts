/** What `--help` prints. */
import { PHASES } from './case.js';
import { CHECKS } from './checks/check.js';

export const HELP = `Tests a running server against its OpenAPI description.

Usage: snippet-store-contract --url URL [options]

It writes to the server: use test users and test data, never production.

What to test
  -u, --url URL              the server, such as http://127.0.0.1:8000; a path in it is the base path
      --spec FILE|URL        the OpenAPI description, JSON or YAML; default: /openapi.json of the server
      --base-path PATH       stands before every path of the description; '' for nothing
      --auth KIND:...        the user: basic:NAME:PASSWORD, token:KEY, bearer:TOKEN, header:NAME:VALUE,
                             query:NAME:VALUE, cookie:NAME:VALUE; a second --auth is another user, who must
                             not get in
      --also KIND:...        a further credential of the user of the --auth before it
  -H, --header 'NAME: VALUE' sent with every request; may be repeated

Which operations (each may be repeated; -regex forms exist, such as --include-path-regex)
      --include-path, --include-method, --include-operation-id, --include-tag, --include-name
      --exclude-path, --exclude-method, --exclude-operation-id, --exclude-tag, --exclude-name

How
      --checks A,B           only these checks; default: all
      --exclude-checks A,B   all but these
      --phases A,B           of ${PHASES.join(', ')}; default: all
      --max-examples N       random requests per operation, N valid and N invalid; default: 25
      --seed N               repeats the random requests of an earlier run
      --rate-limit N/TIME    no more requests than this: 100/m, 5/s, 60/5s
      --max-wait SECONDS     how long the run waits in all for a server that answers 429; default: 300
      --config FILE          default: schemathesis.toml in this folder, or above it in the repository
      --hooks FILE           an ES module with authenticate, beforeRequest, checks, formats, data

      --report-junit-path FILE

  -h, --help
      --version

Checks
${CHECKS.map((check) => `  ${check}`).join('\n')}

Ends with 0 when everything holds, 1 on a finding, 2 when it could not run.`;
