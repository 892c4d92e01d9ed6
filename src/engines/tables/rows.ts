import type { EdmType } from '../../std/odata/edm.ts';
import type { Column, PageQuery } from './params.ts';

/** Numbers may be texts already, where a number of JavaScript would lose digits. */
type Cell = string | number | bigint | boolean | null | Uint8Array | undefined;

/** Writes a row as it stands in an answer. */
export type RowText = (cells: readonly Cell[]) => string;

export function rowTextOf(
  columns: readonly Column[],
  { form, numbersAsTexts = false }: Pick<PageQuery, 'form' | 'numbersAsTexts'>,
): RowText {
  return form === 'json' ? jsonRow(columns, numbersAsTexts) : xmlRow(columns);
}

function jsonRow(columns: readonly Column[], numbersAsTexts: boolean): RowText {
  const heads = columns.map(({ name }, at) => `${at === 0 ? '{' : ','}${JSON.stringify(name)}:`);
  const texts = columns.map(({ type }) => (numbersAsTexts && isLong(type) ? quotedNumber : jsonOf(type)));
  return (cells) => {
    let row = '';
    for (let at = 0; at < heads.length; at++) row += heads[at] + (texts[at]?.(cells[at]) ?? 'null');
    return `${row}}`;
  };
}

function jsonOf(type: EdmType): (cell: Cell) => string {
  switch (type) {
    case 'Edm.Int32':
    case 'Edm.Int64':
    case 'Edm.Decimal':
    case 'Edm.Double':
      return numberText;
    case 'Edm.Boolean':
      return (cell) => (cell === null || cell === undefined ? 'null' : cell ? 'true' : 'false');
    default:
      return (cell) => (cell === null || cell === undefined ? 'null' : JSON.stringify(String(cell)));
  }
}

/** Of which a number of JavaScript may lose digits. */
const isLong = (type: EdmType): boolean => type === 'Edm.Int64' || type === 'Edm.Decimal';
function quotedNumber(cell: Cell): string {
  const text = numberText(cell);
  return text === 'null' ? text : `"${text}"`;
}

function numberText(cell: Cell): string {
  if (typeof cell === 'number') return Number.isFinite(cell) ? String(cell) : 'null';
  return cell === null || cell === undefined || cell === 'NaN' ? 'null' : String(cell);
}

function xmlRow(columns: readonly Column[]): RowText {
  return (cells) => {
    const members = columns.map(({ name, type }, at) => {
      const cell = cells[at] ?? null;
      if (cell === null) return `<${name} xsi:nil="true"/>`;
      return `<${name}>${xmlText(type === 'Edm.Boolean' ? String(Boolean(cell)) : String(cell))}</${name}>`;
    });
    return `<item>${members.join('')}</item>`;
  };
}

const marks: Readonly<Record<string, string>> = { '<': '&lt;', '>': '&gt;', '&': '&amp;', '"': '&quot;' };

/** Signs that XML cannot hold at all become a mark in their place. */
export const xmlText = (text: string): string =>
  text
    .toWellFormed()
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it looks for
    .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '\ufffd')
    .replaceAll(/[<>&"]/g, (sign) => marks[sign] ?? sign);
