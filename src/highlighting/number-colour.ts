/** Line numbers have 80 % of the colour of the text. In a style whose text is too weak for that, they get another. */

/** WCAG 2.2, 1.4.3. */
const LEAST = 4.5;
const SHARE = 0.8;

type Colour = readonly [red: number, green: number, blue: number];

const BLACK: Colour = [0, 0, 0];
const WHITE: Colour = [255, 255, 255];

/** @returns a rule for the numbers; '' when 80 % are enough, or the sheet gives its colours in another form */
export function numberRule(sheet: string): string {
  const [text, ground] = [colourOf(sheet, ['color']), colourOf(sheet, ['background', 'background-color'])];
  if (!text || !ground || contrast(mix(text, ground), ground) >= LEAST) return '';
  const [strongest] = [text, BLACK, WHITE].filter((colour) => contrast(colour, ground) >= LEAST);
  return `.hljs :is(.numbers a,td.numbers pre){color:rgb(${strongest?.join(' ')})!important;opacity:1}`;
}

/** Whether the ground of a style is light or dark; undefined when the sheet gives it in another form. */
export function schemeOf(sheet: string): 'light' | 'dark' | undefined {
  const ground = colourOf(sheet, ['background', 'background-color']);
  return ground && (contrast(ground, BLACK) > contrast(ground, WHITE) ? 'light' : 'dark');
}

/** The last value that the sheet gives `.hljs` itself. */
function colourOf(sheet: string, properties: readonly string[]): Colour | undefined {
  const rules = withoutComments(sheet)
    .split('}')
    .map((rule) => rule.split('{'));
  const own = rules.filter(([selectors = '']) =>
    selectors.split(',').some((name) => name.trim() === '.hljs'),
  );
  const values = own
    .flatMap(([, declarations = '']) => declarations.split(';'))
    .map((declaration) => declaration.split(':'))
    .filter(([property = '']) => properties.includes(property.trim()));
  const value = values.at(-1)?.[1]?.trim();
  const [, digits] = /^#([0-9a-f]{6}|[0-9a-f]{3})$/i.exec(value === 'grey' ? '#808080' : (value ?? '')) ?? [];
  if (digits === undefined) return undefined;
  const [red = 0, green = 0, blue = 0] = (digits.match(digits.length === 3 ? /./g : /../g) ?? []).map(
    (part) => Number.parseInt(part.padStart(2, part), 16),
  );
  return [red, green, blue];
}

const withoutComments = (sheet: string) =>
  sheet
    .split('*/')
    .map((part) => part.split('/*', 1)[0])
    .join('');

const mix = (text: Colour, ground: Colour): Colour => [
  SHARE * text[0] + (1 - SHARE) * ground[0],
  SHARE * text[1] + (1 - SHARE) * ground[1],
  SHARE * text[2] + (1 - SHARE) * ground[2],
];

/** WCAG 2.2, "contrast ratio". */
function contrast(one: Colour, other: Colour): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

/** WCAG 2.2, "relative luminance". */
function luminance(colour: Colour): number {
  const [red = 0, green = 0, blue = 0] = colour.map((value) => {
    const channel = value / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
