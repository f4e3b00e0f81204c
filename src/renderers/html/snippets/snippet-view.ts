/** The page of a snippet: facts, highlighted code, and the buttons for it. */
import { type Contract, fileEndingOf } from '../../../contract/contract.js';
import { escapeHtml } from '../../../highlighting/escape.js';
import { fileNameOf } from '../../../highlighting/file-name.js';
import { countLines } from '../../../highlighting/html-page.js';
import { wholeMarkup } from '../../../highlighting/markup.js';
import { schemeOf, theme } from '../../../highlighting/theme.js';
import type { Url } from '../../../pipeline/routing/static-routes.js';
import type { SnippetRecord } from '../../../store/records.js';
import type { Store } from '../../../store/store.js';
import { originOf } from '../exchange/shown-request.js';
import { html } from '../html.js';
import type { MakeView } from '../view.js';
import { codeView } from './code-view.js';
import { directionNote, factsView, plainNote } from './facts-view.js';
import { shareView } from './share-view.js';

export interface SnippetViewParts {
  readonly store: Pick<Store, 'snippets'>;
  readonly url: Url;
  readonly contract: Pick<Contract, 'specification'>;
  readonly embedOrigins: readonly string[];
}

type Shown = Pick<
  SnippetRecord,
  '_id' | 'title' | 'code' | 'language' | 'style' | 'linenos' | 'owner' | 'created' | 'version'
>;

export function snippetView({
  store,
  url,
  contract: { specification },
  embedOrigins,
}: SnippetViewParts): MakeView {
  return async function viewSnippet({ request, mayUse, linkOf, labelOf }) {
    // The path loads snippets (`x-object`); its fields have the types of the record.
    const snippet = request.record as unknown as Shown;
    const { _id: id, title, code, language, linenos, style } = snippet;
    const stored = await readMarkup(store, snippet);
    const raw = url('snippets:raw', { id });
    const whole = url('snippets:highlight', { id });
    const sheet = theme(style);
    const origin = originOf(request, specification);
    const mayEdit = mayUse('PUT');
    return {
      summary: factsView({ ...snippet, owner: snippet.owner ?? undefined }, linkOf, labelOf),
      actions: html`<button class="scripted" data-copy="${raw}">Copy</button>
${shareView({
  title: title.trim() || `Snippet ${id}`,
  link: origin + request.path,
  embedded: embedOrigins.length > 0 ? `${origin}${whole}?embed` : undefined,
  lines: countLines(code),
  isOwner: mayEdit,
})}`,
      menu: html`<a href="${raw}">Raw</a>
<a href="${raw}" download="${fileNameOf(snippet, fileEndingOf(specification, language))}">Download</a>
<a href="${whole}">View code only</a>
<button type="button" class="scripted plain" data-picture="png">Save as PNG</button>
<button type="button" class="scripted plain" data-picture="svg">Save as SVG</button>
<button type="button" class="scripted plain" data-toggle="wrap" aria-pressed="false">Wrap long lines</button>
<button type="button" class="scripted plain" data-toggle="numbers" aria-pressed="${String(linenos)}">Line numbers</button>
`,
      content: [
        directionNote(title, code),
        stored?.plain && plainNote(stored.plain, mayEdit ? 'form-put' : undefined),
        codeView({
          text: code,
          markup: stored ? wholeMarkup(stored) : escapeHtml(code),
          language,
          scheme: schemeOf(style),
          isNumbered: linenos,
          whole,
        }),
      ],
      sheet,
    };
  };
}

/** @returns null when another request has saved the snippet since it was loaded */
function readMarkup({ snippets }: Pick<Store, 'snippets'>, { _id, version }: Shown) {
  const projection = { markup: 1, excerpt: 1, plain: 1 } as const;
  return snippets.findOne({ _id, version }, { projection });
}
