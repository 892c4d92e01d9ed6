import type { EdmType } from '../../kernel/std/odata/edm.ts';
import type { Column } from './params.ts';

/** Numbers may be texts already, where a number of JavaScript would lose digits. */
type Cell = string | number | bigint | boolean | null | Uint8Array | undefined;

/** Writes a row as it stands in an answer. */
export type RowText = (cells: readonly Cell[]) => string;

export function rowTextOf(columns: readonly Column[], form: 'json' | 'xml'): RowText {
  return form === 'json' ? jsonRow(columns) : xmlRow(columns);
}

function jsonRow(columns: readonly Column[]): RowText {
  const heads = columns.map(({ name }, at) => `${at === 0 ? '{' : ','}${JSON.stringify(name)}:`);
  const texts = columns.map(({ type }) => jsonOf(type));
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
