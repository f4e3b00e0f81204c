/** GET /snippets/{id}/highlight/ and /snippets/{id}/raw/: its code as HTML and as text. */
import type { Handler } from '#generated/server/handlers.gen.js';
import { release } from '../config/release.js';
import { htmlPagePolicy, renderHtmlPage } from '../highlighting/html-page.js';
import { endingOfLanguage, fileNameOf } from '../highlighting/languages.js';
import { contentEtag, etagOf } from '../pipeline/conditional-requests.js';
import type { SnippetRecord } from '../store/records.js';
import type { HandlerContext } from './context.js';
import { loadedRecord } from './owned-records.js';

export const getSnippetHighlight: Handler<'getSnippetHighlight', HandlerContext> = (
  { parameters },
  context,
) => {
  const snippet = loadedRecord(context.store.snippets, context);
  const policy = htmlPagePolicy(parameters.query.embed === undefined ? [] : context.settings.embedOrigins);
  return {
    status: 200,
    headers: { ETag: htmlEtagOf(snippet, policy), 'Content-Security-Policy': policy },
    body: () => renderHtmlPage(snippet, BACK),
  };
};

/** The page about the snippet, relative to the path that serves the HTML. */
const BACK = '../';

/** What surrounds the markup belongs to the release, and a browser keeps the policy that came with a page. */
function htmlEtagOf({ version }: Pick<SnippetRecord, 'version'>, policy: string): string {
  return contentEtag(`${version} ${release} ${policy}`);
}

export const getSnippetCode: Handler<'getSnippetCode', HandlerContext> = (_input, context) => {
  const { store, url } = context;
  const snippet = loadedRecord(store.snippets, context);
  const name = fileNameOf(snippet, endingOfLanguage(snippet.language));
  return {
    status: 200,
    headers: {
      ETag: etagOf(snippet),
      'Content-Disposition': `inline; filename="${name}"`,
      Link: `<${url('snippets:detail', { id: snippet._id })}>; rel="up"`,
    },
    body: snippet.code,
  };
};
