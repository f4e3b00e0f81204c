// Marks the lines that the URL names (`#L10-L20`). The browser itself marks a single one that has a number.
const lines = /^#L([1-9]\d{0,5})(?:-L?([1-9]\d{0,5}))?$/;
function mark() {
  document.querySelector('.band')?.remove();
  const [, one, other = one] = lines.exec(location.hash) ?? [];
  const pre = document.querySelector('code').parentElement;
  const count = pre.textContent.replace(/\n$/, '').split('\n').length;
  const [from, to] = [Math.min(one, other), Math.min(Math.max(one, other), count)];
  if (!(from <= to) || document.querySelector(':target')) return;
  const height = parseFloat(getComputedStyle(pre).lineHeight);
  const band = document.createElement('div');
  band.className = 'band';
  band.style.top = `${pre.getBoundingClientRect().top + scrollY + (from - 1) * height}px`;
  band.style.height = `${(to - from + 1) * height}px`;
  document.body.append(band);
  scrollTo(scrollX, band.offsetTop - innerHeight / 3);
}
addEventListener('hashchange', mark);
mark();
