/** The only script of a highlighted page: it marks the lines that the URL names (`#L10-L20`). */
import { hash } from 'node:crypto';

// A single line with a number needs no script: the browser marks it as the target of the URL.
// The hash of this text stands in the page's policy.
export const lineRangeScript = `
const lines = /^#L([1-9]\\d{0,5})(?:-L?([1-9]\\d{0,5}))?$/;
function mark() {
  document.querySelector('.band')?.remove();
  const [, one, other = one] = lines.exec(location.hash) ?? [];
  const pre = document.querySelector('code').parentElement;
  const count = pre.textContent.replace(/\\n$/, '').split('\\n').length;
  const from = Math.min(one, other), to = Math.min(Math.max(one, other), count);
  if (!(from <= to) || document.querySelector(':target')) return;
  const height = parseFloat(getComputedStyle(pre).lineHeight);
  const band = document.createElement('div');
  band.className = 'band';
  band.style.top = pre.getBoundingClientRect().top + scrollY + (from - 1) * height + 'px';
  band.style.height = (to - from + 1) * height + 'px';
  document.body.append(band);
  scrollTo(scrollX, band.offsetTop - innerHeight / 3);
}
addEventListener('hashchange', mark);
mark();
`;

/** A source of `script-src` (CSP3, 2.3.1). */
export const lineRangeSource = `'sha256-${hash('sha256', lineRangeScript, 'base64')}'`;
