/** Texts of formats that a project defines itself, by the name of the format. Set once, before the first request. */
export const customFormats = new Map<string, readonly string[]>();
