/** Widths of letters in thousandths of the size of the font, as common sans-serif fonts have them. */
const narrow = /[iljI.,:;'|!/\\()[\]"-]/;
const wide = /[mwMW@%]/;

/** How wide a text is, about: fonts of drawings are seldom part of the file. */
export function textWidth(text: string, size: number): number {
  let width = 0;
  for (const letter of text) width += narrow.test(letter) ? 0.36 : wide.test(letter) ? 0.9 : 0.62;
  return width * size;
}
