/** Characters that change the direction of the text after them, so that it reads differently (UAX #9, 2). */

const CONTROLS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

export function hasDirectionControls(text: string): boolean {
  return text.search(CONTROLS) >= 0;
}

/** Replaces each by its escape, which has no effect: `\u202e`. */
export function escapeDirectionControls(text: string): string {
  return text.replace(CONTROLS, (control) => `\\u${control.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
