// A picture of the code in its style, made in the browser: as SVG, or as PNG of the same drawing.

const [FONT_SIZE, LINE, PADDING, FRAME] = [14, 22, 28, 40];
const FONT = 'ui-monospace, "JetBrains Mono", SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace';
/** A picture of more lines is too large to be shown anywhere. */
const MOST_LINES = 500;
const SCALE = 2;

/** @param {'png' | 'svg'} type */
export async function savePicture(listing, type) {
  const drawing = measure(listing);
  const svg = new Blob([svgOf(drawing)], { type: 'image/svg+xml' });
  const blob = type === 'svg' ? svg : await pngOf(svg, drawing);
  const title = document.querySelector('h1').textContent.trim();
  const link = Object.assign(document.createElement('a'), {
    href: URL.createObjectURL(blob),
    download: `${title.replace(/[^\p{L}\p{N}]+/gu, '-').slice(0, 60) || 'snippet'}.${type}`,
  });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** The runs of each line with their colours, as the page shows them. */
function measure(listing) {
  const lines = [[]];
  const walker = document.createTreeWalker(listing.querySelector('code'), NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node && lines.length <= MOST_LINES; node = walker.nextNode()) {
    const { color, fontStyle, fontWeight } = getComputedStyle(node.parentElement);
    for (const [index, text] of node.data.split('\n').entries()) {
      if (index > 0) lines.push([]);
      if (text !== '')
        lines.at(-1).push({ text: text.replaceAll('\t', '    '), color, fontStyle, fontWeight });
    }
  }
  if (lines.at(-1).length === 0) lines.pop();
  lines.length = Math.min(lines.length, MOST_LINES);
  const context = document.createElement('canvas').getContext('2d');
  context.font = `${FONT_SIZE}px ${FONT}`;
  const advance = context.measureText('0').width;
  const widest = Math.max(
    20,
    ...lines.map((runs) => context.measureText(runs.map(({ text }) => text).join('')).width),
  );
  const isNumbered = !listing.classList.contains('unnumbered');
  const gutter = isNumbered ? advance * (String(lines.length).length + 2) : 0;
  const { backgroundColor: ground, color } = getComputedStyle(listing);
  const [width, height] = [widest + gutter + 2 * PADDING, lines.length * LINE + 2 * PADDING + 20].map(
    Math.ceil,
  );
  return { lines, isNumbered, gutter, width, height, ground, color };
}

const DOTS = ['#ff5f57', '#febc2e', '#28c840'];

/** Larger than it is shown, for screens with small pixels. */
async function pngOf(svg, { width, height }) {
  const image = new Image(SCALE * (width + 2 * FRAME), SCALE * (height + 2 * FRAME));
  image.src = URL.createObjectURL(svg);
  await image.decode();
  const canvas = Object.assign(document.createElement('canvas'), {
    width: image.width,
    height: image.height,
  });
  canvas.getContext('2d').drawImage(image, 0, 0, image.width, image.height);
  URL.revokeObjectURL(image.src);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
}

const baselineOf = (index) => PADDING + 20 + index * LINE + 15;

function svgOf({ lines, isNumbered, gutter, width, height, ground, color }) {
  const rows = lines.map((runs, index) => {
    const y = baselineOf(index);
    const number = isNumbered
      ? `<text x="${PADDING + gutter - 16}" y="${y}" text-anchor="end" fill="${color}" opacity="0.6">${index + 1}</text>`
      : '';
    const spans = runs.map(
      (run) =>
        `<tspan fill="${run.color}" font-style="${run.fontStyle}" font-weight="${run.fontWeight}">${escapeXml(run.text)}</tspan>`,
    );
    return `${number}<text x="${PADDING + gutter}" y="${y}" xml:space="preserve">${spans.join('')}</text>`;
  });
  const dots = DOTS.map(
    (dot, index) => `<circle cx="${PADDING + index * 18}" cy="20" r="5.5" fill="${dot}"/>`,
  );
  const [all, high] = [width + 2 * FRAME, height + 2 * FRAME];
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${all}" height="${high}" viewBox="0 0 ${all} ${high}">
<defs><linearGradient id="g" x1="0" y1="0" x2="1" y2="1"><stop stop-color="#5b5bd6"/><stop offset="1" stop-color="#b36bd4"/></linearGradient></defs>
<rect width="100%" height="100%" fill="url(#g)"/>
<g transform="translate(${FRAME} ${FRAME})" font-family="${escapeXml(FONT)}" font-size="${FONT_SIZE}">
<rect width="${width}" height="${height}" rx="10" fill="${ground}"/>
${dots.join('')}
${rows.join('\n')}
</g>
</svg>
`;
}

/** Without the characters that XML 1.0 forbids. */
function escapeXml(text) {
  const entities = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
  return text
    .replace(/[&<>"]/g, (character) => entities[character])
    .replace(/[^\t\n\r -\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd');
}
