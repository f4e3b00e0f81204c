// A picture of the code in its style, drawn in the browser, as PNG.

const [FONT_SIZE, LINE, PADDING, FRAME] = [14, 22, 28, 40];
const FONT = 'ui-monospace, "JetBrains Mono", SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace';
/** A picture of more lines, or of longer ones, is too large to be shown anywhere. */
const [MOST_LINES, MOST_WIDTH] = [500, 4000];
/** Larger than it is shown, for screens with small pixels. */
const SCALE = 2;

export async function savePicture(listing) {
  const canvas = document.createElement('canvas');
  draw(canvas, runsOf(listing), getComputedStyle(listing), listing.classList.contains('unnumbered'));
  const blob = await new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
  const title = document.querySelector('h1').textContent.trim();
  const link = Object.assign(document.createElement('a'), {
    href: URL.createObjectURL(blob),
    download: `${title.replace(/[^\p{L}\p{N}]+/gu, '-').slice(0, 60) || 'snippet'}.png`,
  });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** The runs of each line with their colours, as the page shows them. */
function runsOf(listing) {
  return [...listing.querySelectorAll('.line')].slice(0, MOST_LINES).map((line) => {
    const runs = [];
    const walker = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
    // The first text is the number.
    walker.nextNode();
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const { color, fontStyle, fontWeight } = getComputedStyle(node.parentElement);
      const text = node.data.replaceAll('\t', '    ').replace(/[\r\n]+$/, '');
      if (text !== '') runs.push({ text, color, font: `${fontStyle} ${fontWeight} ${FONT_SIZE}px ${FONT}` });
    }
    return runs;
  });
}

function draw(canvas, lines, { backgroundColor, color }, isPlain) {
  const context = canvas.getContext('2d');
  const widthOf = ({ text, font }) => {
    context.font = font;
    return context.measureText(text).width;
  };
  const number = { font: `${FONT_SIZE}px ${FONT}`, color };
  const gutter = isPlain ? 0 : widthOf({ ...number, text: '0'.repeat(String(lines.length).length + 2) });
  const widest = Math.max(200, ...lines.map((runs) => runs.reduce((sum, run) => sum + widthOf(run), 0)));
  const width = Math.min(MOST_WIDTH, Math.ceil(widest + gutter + 2 * PADDING));
  const height = lines.length * LINE + 2 * PADDING;
  canvas.width = SCALE * (width + 2 * FRAME);
  canvas.height = SCALE * (height + 2 * FRAME);
  context.scale(SCALE, SCALE);
  const ground = context.createLinearGradient(0, 0, width + 2 * FRAME, height + 2 * FRAME);
  ground.addColorStop(0, '#5b5bd6');
  ground.addColorStop(1, '#b36bd4');
  context.fillStyle = ground;
  context.fillRect(0, 0, width + 2 * FRAME, height + 2 * FRAME);
  context.translate(FRAME, FRAME);
  context.fillStyle = backgroundColor;
  context.beginPath();
  context.roundRect(0, 0, width, height, 10);
  context.fill();
  const write = ({ text, color: fill, font }, x, y, alpha = 1) =>
    Object.assign(context, { font, fillStyle: fill, globalAlpha: alpha }).fillText(text, x, y);
  for (const [index, runs] of lines.entries()) {
    const y = PADDING + index * LINE + 15;
    if (!isPlain)
      write({ ...number, text: `${index + 1}`.padStart(String(lines.length).length) }, PADDING, y, 0.6);
    let x = PADDING + gutter;
    for (const run of runs) {
      write(run, x, y);
      x += widthOf(run);
    }
  }
}
