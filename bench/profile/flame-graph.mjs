// A flame graph as an SVG: the caller below, what it calls above it, as wide as the time that it takes.

const [WIDTH, HEIGHT, CHARACTER] = [1600, 17, 6.6];
/** Narrower calls are not drawn, in pixels. */
const NARROWEST = 0.4;

/**
 * @param {import('./read-profile.mjs').CallTree} tree
 * @param {string} title
 */
export function flameGraph({ root, busy }, title) {
  const depth = depthOf(root, WIDTH / root.total);
  const height = (depth + 3) * HEIGHT;
  const rects = [];
  draw(root, 0, 0);
  const head = `${title}: ${root.total.toFixed(0)} ms busy, ${(busy * 100).toFixed(0)} % of the time`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}">
<style>
text { font: 11px ui-monospace, monospace; fill: #111; pointer-events: none; }
rect { stroke: #fff; stroke-width: .4; }
rect:hover { stroke: #000; stroke-width: 1; }
</style>
<rect width="100%" height="100%" fill="#fff"/>
<text x="4" y="13">${escapeMarkup(head)} · orange: the service, blue: packages, green: Node, grey: the engine</text>
${rects.join('\n')}
</svg>
`;

  function draw(frame, left, level) {
    const width = (frame.total / root.total) * WIDTH;
    if (width < NARROWEST) return;
    const y = height - (level + 1) * HEIGHT;
    const share = ((frame.total / root.total) * 100).toFixed(1);
    const label = `${frame.name} ${frame.place} · ${share} %, itself ${frame.self.toFixed(1)} ms`;
    const room = Math.floor((width - 4) / CHARACTER);
    const shown =
      room > 2
        ? `<text x="${fixed(left + 2)}" y="${y + 12}">${escapeMarkup(frame.name.slice(0, room))}</text>`
        : '';
    const box = `x="${fixed(left)}" y="${y}" width="${fixed(width)}" height="${HEIGHT - 1}" fill="${colourOf(frame)}"`;
    rects.push(`<g><title>${escapeMarkup(label)}</title><rect ${box}/>${shown}</g>`);
    let x = left;
    for (const child of frame.children.toSorted((a, b) => b.total - a.total)) {
      draw(child, x, level + 1);
      x += (child.total / root.total) * WIDTH;
    }
  }
}

function depthOf({ total, children }, scale) {
  if (total * scale < NARROWEST) return 0;
  return 1 + Math.max(0, ...children.map((child) => depthOf(child, scale)));
}

function colourOf({ place }) {
  if (place.startsWith('dist/')) return '#f5a04c';
  if (place.includes('node_modules')) return '#8ab8f0';
  return place.startsWith('node:') ? '#9bd6a3' : '#d0d4d9';
}

const fixed = (value) => value.toFixed(2);
const escapeMarkup = (value) => value.replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`);
