// The ratios as an SVG: one bar for each kind of work and peer, on a logarithmic scale, with the spread of the rounds.
import { ratioOf } from '../statistics.mjs';
import { works } from '../works.mjs';
import { storeTitle } from './tables.mjs';

const COLOURS = ['#2a78d6', '#1baf7a', '#eda100', '#e34948', '#8a63d2'];
const [LEFT, WIDTH, RIGHT, BAR, GAP] = [230, 520, 110, 12, 12];

/** @param {import('./results.mjs').Results} results */
export function ratioChart({ rates, subjects }) {
  const peers = Object.keys(subjects).filter((key) => key !== 'service');
  const rows = rowsOf(rates, peers);
  const all = rows.flatMap(({ bars }) => bars.flatMap(({ ratio }) => [ratio.least, ratio.most]));
  const [low, high] = [Math.min(0.5, ...all), Math.max(2, ...all)].map(Math.log10);
  const x = (value) => LEFT + ((Math.log10(value) - low) / (high - low)) * WIDTH;
  let y = 64;
  const parts = [];
  for (const { heading, title, bars } of rows) {
    if (heading) {
      y += 16;
      parts.push(text(0, y, heading, 'font-weight="600"'));
      y += 14;
    }
    if (!title) continue;
    parts.push(text(LEFT - 10, y + 10, title, 'text-anchor="end"'));
    for (const { peer, ratio } of bars) {
      parts.push(
        bar(x, y, ratio, COLOURS[peers.indexOf(peer) % COLOURS.length], `${title}: ${subjects[peer]}`),
      );
      y += BAR + 2;
    }
    y += GAP;
  }
  const lines = gridValues(10 ** low, 10 ** high).map((value) => gridLine(x(value), y, value));
  const legend = peers
    .filter((peer) => rows.some(({ bars }) => bars.some((one) => one.peer === peer)))
    .map((peer, i) => {
      const left = (i % 5) * 172;
      const colour = COLOURS[peers.indexOf(peer) % COLOURS.length];
      return `<rect x="${left}" y="26" width="12" height="12" rx="2" fill="${colour}"/>${text(left + 18, 36, subjects[peer])}`;
    });
  const title = 'How many times as many requests as each peer the service answers';
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-10 0 ${LEFT + WIDTH + RIGHT + 20} ${y + 30}" role="img">
<title>${title}</title>
<style>
text { font: 12px system-ui, sans-serif; fill: #24292f; }
.grid { stroke: #8c959f; stroke-opacity: .35; }
.even { stroke: #24292f; stroke-width: 1.5; }
.spread { stroke: #24292f; }
@media (prefers-color-scheme: dark) { text { fill: #e6edf3; } .even, .spread { stroke: #e6edf3; } }
</style>
${text(0, 14, `${title}; beyond the line at 1 the service is faster`, 'font-weight="600"')}
${[...legend, ...lines, ...parts].join('\n')}
</svg>
`;
}

function rowsOf(rates, peers) {
  return Object.entries(rates).flatMap(([store, found]) => {
    const rows = works.flatMap(({ key, title }) => {
      const mine = found[key]?.service?.map(({ rate }) => rate);
      const bars = peers
        .filter((peer) => mine && found[key][peer])
        .map((peer) => ({
          peer,
          ratio: ratioOf(
            mine,
            found[key][peer].map(({ rate }) => rate),
          ),
        }));
      return bars.length === 0 ? [] : [{ title, bars }];
    });
    return [{ heading: storeTitle(store), bars: [] }, ...rows];
  });
}

function bar(x, y, { median, least, most }, colour, label) {
  const [from, to] = [Math.min(x(1), x(median)), Math.max(x(1), x(median))];
  const middle = y + BAR / 2;
  const value = `${median.toFixed(median < 10 ? 2 : 0)} ×`;
  return [
    `<g><title>${escapeMarkup(label)}: ${value}, ${least.toFixed(2)} to ${most.toFixed(2)}</title>`,
    `<rect x="${fixed(from)}" y="${y}" width="${fixed(to - from)}" height="${BAR}" rx="2" fill="${colour}"/>`,
    `<line class="spread" x1="${fixed(x(least))}" x2="${fixed(x(most))}" y1="${middle}" y2="${middle}"/>`,
    text(fixed(Math.max(to, x(most)) + 6), y + 10, value),
    '</g>',
  ].join('');
}

function gridLine(x, bottom, value) {
  const kind = value === 1 ? 'even' : 'grid';
  const line = `<line class="${kind}" x1="${fixed(x)}" x2="${fixed(x)}" y1="56" y2="${bottom}"/>`;
  return line + text(fixed(x), bottom + 16, value, 'text-anchor="middle"');
}

function gridValues(low, high) {
  return [0.01, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 1000].filter(
    (value) => value >= low && value <= high,
  );
}

function text(x, y, content, attributes = '') {
  return `<text x="${x}" y="${y}" ${attributes}>${escapeMarkup(String(content))}</text>`;
}

const fixed = (value) => value.toFixed(1);
const escapeMarkup = (value) => value.replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`);
