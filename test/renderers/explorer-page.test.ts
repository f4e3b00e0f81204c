/** The page of the explorer, as the server renders it. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { readSpecification } from '#src/contract/read-specification.js';
import { explorerPage } from '#src/renderers/html/explorer/explorer-page.js';

it('describes the contract once and not for each visitor', () => {
  const source = readSpecification();
  let readings = 0;
  const specification = {
    ...source,
    get info() {
      readings += 1;
      return source.info;
    },
  };
  const pageOf = (username: string) =>
    explorerPage({
      url: (name) => `/${name}`,
      visitor: {
        username,
        loginUrl: undefined,
        logoutUrl: undefined,
        mineUrl: undefined,
        csrfToken: undefined,
      },
      specification,
      cookie: 'sessionid',
      links: [],
    });
  assert.match(pageOf('alice'), /alice/);
  const second = pageOf('bob');
  assert.match(second, /bob/);
  assert.match(second, /Rules of all operations/);
  assert.equal(readings, 1);
});
