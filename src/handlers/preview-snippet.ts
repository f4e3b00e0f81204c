/** POST /preview/ */
import type { Handler } from '#generated/server/handlers.gen.js';
import { languageOfFile } from '../highlighting/file-names.js';
import { renderHtmlPage, SAMPLE_POLICY } from '../highlighting/html-page.js';
import { senderOf } from '../http/sender.js';
import type { HandlerContext } from './context.js';

/** Stores nothing. The page has no link and no script: there is no snippet to link to, and its code belongs to nobody yet. */
export const previewSnippet: Handler<'previewSnippet', HandlerContext> = async (
  { body, parameters },
  context,
) => {
  const { highlighter, request, countPreview } = context;
  const sender = senderOf(context);
  countPreview(String(sender));
  const { title, code } = body;
  const language = parameters.query.detect === undefined ? body.language : languageOfFile(title);
  const highlighted = await highlighter.highlight({ code, language }, sender, request.signal);
  return {
    status: 200,
    headers: { 'Content-Security-Policy': SAMPLE_POLICY, 'Snippet-Language': highlighted.language },
    body: renderHtmlPage({ ...body, ...highlighted }, undefined),
  };
};
