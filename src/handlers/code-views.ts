/** GET /snippets/{id}/highlight/ and /snippets/{id}/raw/: its code as HTML and as text. */
import type { Handler } from '#generated/server/handlers.gen.js';
import { release } from '../config/release.js';
import { htmlPagePolicy, renderHtmlPage } from '../highlighting/html-page.js';
import { fileNameOf } from '../highlighting/languages.js';
import { contentEtag } from '../http/etag.js';
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
function htmlEtagOf(snippet: SnippetRecord, policy: string): string {
  const { title, language, style, linenos, plain, markup } = snippet;
  return contentEtag([release, policy, title, language, style, linenos, plain, markup].join('\0'));
}

export const getSnippetCode: Handler<'getSnippetCode', HandlerContext> = (_input, context) => {
  const { store, url } = context;
  const snippet = loadedRecord(store.snippets, context);
  const disposition = dispositionOf(snippet);
  return {
    status: 200,
    headers: {
      ETag: contentEtag(`${disposition}\0${snippet.code}`),
      'Content-Disposition': disposition,
      Link: `<${url('snippets:detail', { id: snippet._id })}>; rel="up"`,
    },
    body: snippet.code,
  };
};

/** Other letters than those of ASCII are encoded (RFC 6266, 4.3; RFC 8187, 3.2), beside a name for programs without that. */
function dispositionOf(snippet: SnippetRecord): string {
  const name = fileNameOf(snippet);
  if (/^[ -~]*$/.test(name)) return `inline; filename="${name}"`;
  const encoded = encodeURIComponent(name).replace(/[()]/g, (character) =>
    character === '(' ? '%28' : '%29',
  );
  return `inline; filename="${fileNameOf({ ...snippet, title: '' })}"; filename*=UTF-8''${encoded}`;
}
