/** What a text looks like, where that is not what it is. */

/** Change the direction of the text after them, so that it reads differently (UAX #9, 2). */
const DIRECTION_CONTROLS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
const INVISIBLE = /[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** Replaces each by its escape, which has no effect: `\u202e`. */
export function escapeDirectionControls(text: string): string {
  return text.replace(
    DIRECTION_CONTROLS,
    (control) => `\\u${control.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Whether it shows nothing: it counts as untitled. */
export const isInvisible = (title: string): boolean => title.replace(INVISIBLE, '') === '';

/** Lines that a warning names. */
const MOST = 10;
const list = new Intl.ListFormat('en');

/**
 * Tells which lines look different from what they do (Unicode TR #36, 3; CVE-2021-42574).
 *
 * @param code as text or as markup
 * @returns undefined when none does
 */
export function directionWarning(title: string, code: string): string | undefined {
  const isIn = (text: string) => text.search(DIRECTION_CONTROLS) >= 0;
  const lines = isIn(code) ? code.split('\n').flatMap((line, i) => (isIn(line) ? [String(i + 1)] : [])) : [];
  const more = lines.length > MOST ? [`${lines.length - MOST} more`] : [];
  const named = list.format([...lines.slice(0, MOST), ...more]);
  const warnings = [
    ...(isIn(title) ? ['The title may not be what it appears to be.'] : []),
    ...(lines.length === 1 ? [`Line ${named} may not do what it appears to do.`] : []),
    ...(lines.length > 1 ? [`Lines ${named} may not do what they appear to do.`] : []),
  ];
  return warnings.length > 0 ? warnings.join(' ') : undefined;
}
