/** The part of Markdown that descriptions in the contract use: paragraphs, lists and `code` (CommonMark). */
import { type Content, type Html, html } from './html.js';

export function markdownView(text: string): Content {
  return text
    .trim()
    .split(/\n\s*\n/)
    .map((block) => (/^[-*] /.test(block) ? listOf(block) : html`<p>${inlineCode(block)}</p>\n`));
}

function listOf(block: string): Html {
  const items = block.split(/^[-*] /m).filter((item) => item.trim() !== '');
  return html`<ul>${items.map((item) => html`<li>${inlineCode(item.trim())}</li>`)}</ul>\n`;
}

/** Descriptions mark code with backticks (CommonMark, 6.1). */
export function inlineCode(text: string): Content {
  return text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part));
}
