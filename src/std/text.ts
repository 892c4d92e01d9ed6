/** Equal for texts that differ only in case or Unicode composition; kept as a column, the same on every database. */
export const fold = (text: string): string => text.normalize('NFC').toLowerCase();

/** Escapes text for a LIKE pattern with `escape '\'`. */
export const likeLiteral = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it looks for
const controls = /[\u0000-\u001f\u007f]/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it looks for
const controlsButLineBreaks = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;

/**
 * Signs that nobody sees, with which one name passes for another: of direction (U+061C, U+200E/F, U+202A–202E,
 * U+2066–2069), without width or use (U+200B, U+2060–206F, U+FEFF). The joiners U+200C/D are letters' business in many
 * scripts, and glue of emoji: they may stand after a sign beyond ASCII, once.
 */
const unseen = /[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]|(?:^|[\0-\x7f\u200c\u200d])[\u200c\u200d]/;

/** True when a line of text, such as a name, holds no control characters, no lone surrogates and nothing unseen. */
export const isCleanLine = (text: string): boolean => text.isWellFormed() && !controls.test(text) && !unseen.test(text);

/** True when text of several lines holds no other control characters than tab and line breaks, and no lone surrogates. */
export const isCleanText = (text: string): boolean => text.isWellFormed() && !controlsButLineBreaks.test(text);

/** A name that every common file system can hold. */
export const isFileName = (name: string): boolean =>
  isCleanLine(name) && !/[\p{Cc}\\/:*?"<>|]/u.test(name) && name.trim() === name && !name.endsWith('.');
