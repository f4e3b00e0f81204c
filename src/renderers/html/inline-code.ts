/** Descriptions mark code with backticks (CommonMark, 6.1). */
import { type Content, html } from './html.js';

export function inlineCode(text: string): Content {
  return text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part));
}
