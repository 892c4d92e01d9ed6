import { isUuid } from '../../std/ids.ts';
import { parseInstant } from '../../std/instant.ts';
import { isoTime } from '../../std/iso-time.ts';
import type { EdmType } from '../../std/odata/edm.ts';
import type { Literal } from '../../std/odata/tree.ts';
import { wholeIn, wholeOf } from '../../std/odata/whole.ts';
import { systemFailed } from './failure.ts';
import type { DeclaredSet } from './params.ts';
import type { SourceRow } from './source.ts';

/**
 * A row of a source as a set declares it; of `texts` the values are texts, whatever their type. Throws an `EngineFailure`
 * that names a value which is not of its type.
 */
export function typedRow(
  { name, properties }: DeclaredSet,
  texts: boolean,
  row: SourceRow,
  number: number,
): Readonly<Record<string, Literal>> {
  const read = texts ? fromText : typed;
  return Object.fromEntries(
    properties.map(({ name: property, type, nullable }) => {
      const given = Object.hasOwn(row, property) ? row[property] : null;
      const value = given === null || given === undefined ? null : read(given, type);
      if (value === undefined || (value === null && !nullable)) {
        throw systemFailed(`in row ${number} of '${name}', '${property}' is no ${type}.`);
      }
      return [property, value];
    }),
  );
}

/** Undefined for what is not of the type. */
function typed(value: unknown, type: EdmType): Literal | undefined {
  if (typeof value === 'bigint') return type === 'Edm.Int64' ? wholeOf(value) : typed(Number(value), type);
  if (typeof value === 'number') {
    if (type === 'Edm.Int32') return Number.isInteger(value) && Math.abs(value) < 2 ** 31 ? value : undefined;
    if (type === 'Edm.Int64') return Number.isSafeInteger(value) ? value : undefined;
    return type === 'Edm.Double' || type === 'Edm.Decimal' ? value : undefined;
  }
  if (typeof value === 'boolean') return type === 'Edm.Boolean' ? value : undefined;
  return typeof value === 'string' ? typedText(value, type) : undefined;
}

const numberForm = /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i;

/** Of a file that has nothing but texts. */
function fromText(value: unknown, type: EdmType): Literal | undefined {
  if (typeof value !== 'string') return undefined;
  const text = value.trim();
  if (type === 'Edm.Boolean') return /^(true|false)$/i.test(text) ? text.toLowerCase() === 'true' : undefined;
  if (type === 'Edm.Int64') return wholeIn(text) ?? typedNumber(text, type);
  if (/Int|Double|Decimal/.test(type)) return typedNumber(text, type);
  return typedText(type === 'Edm.String' ? value : text, type);
}

const typedNumber = (text: string, type: EdmType): Literal | undefined =>
  numberForm.test(text) ? typed(Number(text), type) : undefined;

function typedText(text: string, type: EdmType): Literal | undefined {
  if (type === 'Edm.String') return text;
  if (type === 'Edm.Guid') return isUuid(text) ? text.toLowerCase() : undefined;
  const time = parseInstant(text);
  const value = time === undefined ? '' : isoTime(time);
  if (!/^(?!0000)\d{4}-/.test(value)) return undefined;
  if (type === 'Edm.DateTimeOffset') return value;
  return type === 'Edm.Date' && /^\d{4}-\d\d-\d\d$/.test(text) ? text : undefined;
}
