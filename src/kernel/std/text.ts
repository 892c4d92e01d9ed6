/** Equal for texts that differ only in case or Unicode composition; kept as a column, the same on every database. */
export const fold = (text: string): string => text.normalize('NFC').toLowerCase();

/** Escapes text for a LIKE pattern with `escape '\'`. */
export const likeLiteral = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it looks for
const controls = /[\u0000-\u001f\u007f]/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it looks for
const controlsButLineBreaks = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;

/** True when text holds no control characters and no lone surrogates. */
export const isCleanLine = (text: string): boolean => text.isWellFormed() && !controls.test(text);

/** As `isCleanLine`, with tab and line breaks allowed. */
export const isCleanText = (text: string): boolean => text.isWellFormed() && !controlsButLineBreaks.test(text);
