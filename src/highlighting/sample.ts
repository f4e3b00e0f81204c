/** A few lines of code with most colours of a style, highlighted in advance, so that no request loads the highlighter. */
import { renderHtmlPage } from './html-page.js';

const language = 'python';

const code = `# Counts words, most frequent first.
class Counter(dict):
    limit = 10

    def top(self, text: str) -> list:
        words = re.findall(r"\\w+", text.lower())
        return [f"{w}: {self[w]}" for w in words if w != None]
`;

const span = (kind: string, text: string) => `<span class="hljs-${kind}">${text}</span>`;
const keyword = (text: string) => span('keyword', text);
const builtIn = (text: string) => span('built_in', text);
const parameters = span('params', `self, text: ${builtIn('str')}`);
const pair = span('string', `f&quot;${span('subst', '{w}')}: ${span('subst', '{self[w]}')}&quot;`);

/** What `highlightCode` makes of the code; a test compares them. */
const html = `${span('comment', '# Counts words, most frequent first.')}
${keyword('class')} ${span('title class_', 'Counter')}(${span('title class_ inherited__', 'dict')}):
    limit = ${span('number', '10')}

    ${keyword('def')} ${span('title function_', 'top')}(${parameters}) -&gt; ${builtIn('list')}:
        words = re.findall(${span('string', String.raw`r&quot;\w+&quot;`)}, text.lower())
        ${keyword('return')} [${pair} ${keyword('for')} w ${keyword('in')} words ${keyword('if')} w != ${span('literal', 'None')}]
`;

export const sample = { code, language, html };

/** @throws Error if the style is unknown */
export function renderSample(style: string): string {
  return renderHtmlPage({ code, language, style, linenos: false, title: '' }, html);
}
