// A picture of the code in its style, drawn in the browser: as SVG, or on a canvas as PNG.

const [FONT_SIZE, LINE, PADDING, FRAME] = [14, 22, 28, 40];
const FONT = 'ui-monospace, "JetBrains Mono", SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace';
/** A picture of more lines is too large to be shown anywhere. */
const MOST_LINES = 500;
const SCALE = 2;

/** @param {'png' | 'svg'} type */
export async function savePicture(listing, type) {
  const drawing = measure(listing);
  const blob = type === 'svg' ? new Blob([svgOf(drawing)], { type: 'image/svg+xml' }) : await pngOf(drawing);
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

async function pngOf({ lines, isNumbered, gutter, width, height, ground, color }) {
  const canvas = document.createElement('canvas');
  canvas.width = (width + 2 * FRAME) * SCALE;
  canvas.height = (height + 2 * FRAME) * SCALE;
  const context = canvas.getContext('2d');
  context.scale(SCALE, SCALE);
  const paint = context.createLinearGradient(0, 0, width, height);
  paint.addColorStop(0, '#5b5bd6');
  paint.addColorStop(1, '#b36bd4');
  context.fillStyle = paint;
  context.fillRect(0, 0, width + 2 * FRAME, height + 2 * FRAME);
  context.translate(FRAME, FRAME);
  context.fillStyle = ground;
  context.beginPath();
  context.roundRect(0, 0, width, height, 10);
  context.fill();
  for (const [index, dot] of DOTS.entries()) {
    context.fillStyle = dot;
    context.beginPath();
    context.arc(PADDING + index * 18, 20, 5.5, 0, 2 * Math.PI);
    context.fill();
  }
  for (const [index, runs] of lines.entries()) {
    const y = baselineOf(index);
    context.font = `${FONT_SIZE}px ${FONT}`;
    if (isNumbered) {
      context.globalAlpha = 0.6;
      context.fillStyle = color;
      context.textAlign = 'right';
      context.fillText(String(index + 1), PADDING + gutter - 16, y);
      context.globalAlpha = 1;
      context.textAlign = 'left';
    }
    let x = PADDING + gutter;
    for (const run of runs) {
      context.font = `${run.fontStyle} ${run.fontWeight} ${FONT_SIZE}px ${FONT}`;
      context.fillStyle = run.color;
      context.fillText(run.text, x, y);
      x += context.measureText(run.text).width;
    }
  }
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
