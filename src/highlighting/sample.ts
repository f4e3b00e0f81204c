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

/** What `highlightCode` makes of the code; a test compares them. */
const html = `<span class="hljs-comment"># Counts words, most frequent first.</span>
<span class="hljs-keyword">class</span> <span class="hljs-title class_">Counter</span>(<span class="hljs-title class_ inherited__">dict</span>):
    limit = <span class="hljs-number">10</span>

    <span class="hljs-keyword">def</span> <span class="hljs-title function_">top</span>(<span class="hljs-params">self, text: <span class="hljs-built_in">str</span></span>) -&gt; <span class="hljs-built_in">list</span>:
        words = re.findall(<span class="hljs-string">r&quot;\\w+&quot;</span>, text.lower())
        <span class="hljs-keyword">return</span> [<span class="hljs-string">f&quot;<span class="hljs-subst">{w}</span>: <span class="hljs-subst">{self[w]}</span>&quot;</span> <span class="hljs-keyword">for</span> w <span class="hljs-keyword">in</span> words <span class="hljs-keyword">if</span> w != <span class="hljs-literal">None</span>]
`;

export const sample = { code, language, html };

/** @throws Error if the style is unknown */
export function renderSample(style: string): string {
  return renderHtmlPage({ code, language, style, linenos: false, title: '' }, html);
}
