/** A piece of HTML that needs no more escaping; made by `html` only. */
export interface Html {
  readonly markup: string;
}

type Piece = string | number | Html | false | undefined | readonly Piece[];

/** A template whose values are escaped, lists joined, and `false` and `undefined` left out. */
export function html(parts: TemplateStringsArray, ...values: readonly Piece[]): Html {
  return { markup: parts.reduce((text, part, at) => text + markupOf(values[at - 1]) + part) };
}

function markupOf(piece: Piece): string {
  if (piece === undefined || piece === false) return '';
  if (typeof piece === 'string') return escapeHtml(piece);
  if (typeof piece === 'number') return String(piece);
  return 'markup' in piece ? piece.markup : piece.map(markupOf).join('');
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character] ?? '');
