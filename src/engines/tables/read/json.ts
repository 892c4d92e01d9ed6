import { parseExactly, stringifyExactly } from '../../../std/exact-json.ts';
import { isRecord } from '../../../std/records.ts';
import { readText } from '../../csv/csv.ts';
import { EngineFailure } from '../../engine.ts';
import { type Cell, inMemory, type SourceFile, type SourceTable } from './source-table.ts';

/** A list of objects, or several by their names in `tables`. */
export function openJson(path: string): SourceFile {
  const value = parsed(readText(path).replace(/^\ufeff/, ''));
  const tables =
    isRecord(value) && isRecord(value.tables)
      ? Object.entries(value.tables).map(([name, rows]) => tableOf(name, rows))
      : [tableOf('', value)];
  return { tables, close() {} };
}

function parsed(text: string): unknown {
  try {
    return parseExactly(text);
  } catch {
    throw new EngineFailure('BrokenTable', 'The file is no JSON.');
  }
}

function tableOf(name: string, value: unknown): SourceTable {
  if (!Array.isArray(value)) {
    throw new EngineFailure('BrokenTable', 'The file has neither a list of objects nor lists of them in `tables`.');
  }
  const rows: readonly unknown[] = value;
  const objects = rows.map((row, at) => {
    if (isRecord(row)) return row;
    throw new EngineFailure('BrokenTable', `Item ${at + 1}${name === '' ? '' : ` of '${name}'`} is no object.`);
  });
  const header = [...new Set(objects.flatMap((row) => Object.keys(row)))];
  return inMemory(
    name,
    header,
    objects.map((row) => header.map((one) => cellOf(Object.hasOwn(row, one) ? row[one] : null))),
    false,
  );
}

/** Lists and objects as their JSON. */
function cellOf(value: unknown): Cell {
  if (value === undefined || value === null) return null;
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number' || typeof value === 'bigint') return value;
  try {
    return stringifyExactly(value);
  } catch {
    throw new EngineFailure('BrokenTable', 'A value of the file is nested too deeply.');
  }
}
