import { failures } from '../../failures.ts';
import type { Outputs, Values } from '../session.ts';

/** An output as rows of columns. */
export interface Table {
  readonly rows: number;
  readonly columns: number;
  at(row: number, column: number): number;
}

export const formOf = ({ dims }: Values): string => `[${dims.join(', ')}]`;

export function outputNamed(outputs: Outputs, name: string | undefined): Values {
  const found = name === undefined ? undefined : outputs.get(name);
  if (found === undefined) throw failures.notRunnable(`The network does not answer the output '${name}'.`);
  return found;
}

/** The dimensions behind a number of pictures, which is 1. Throws where the output has another rank. */
export function withoutBatch(values: Values, name: string, rank: number): readonly number[] {
  const { dims } = values;
  const rest = dims.length === rank + 1 && dims[0] === 1 ? dims.slice(1) : dims;
  if (rest.length !== rank || rest.reduce((all, one) => all * one, 1) !== values.values.length) {
    const wanted = `${rank} dimensions, or ${rank + 1} of which the first is 1`;
    throw failures.notRunnable(`The output '${name}' is ${formOf(values)}, and should have ${wanted}.`);
  }
  return rest;
}

/** `[1, rows, columns]` or `[rows, columns]`; `turned`: the other way round. */
export function tableOf(outputs: Outputs, name: string | undefined, turned: boolean): Table {
  const output = outputNamed(outputs, name);
  const [first = 0, second = 0] = withoutBatch(output, name ?? '', 2);
  const { values } = output;
  return turned
    ? { rows: second, columns: first, at: (row, column) => values[column * second + row] ?? Number.NaN }
    : { rows: first, columns: second, at: (row, column) => values[row * second + column] ?? Number.NaN };
}

/** `count` numbers a row, however they are grouped: scores `[1, N, C]`, `[N, C]`, `[1, N]`, `[N]`. */
export function numbersPerRow(outputs: Outputs, name: string | undefined, rows: number, turned: boolean): Table {
  const output = outputNamed(outputs, name);
  const { values } = output;
  const columns = rows === 0 ? 0 : values.length / rows;
  if (!Number.isInteger(columns) || (rows > 0 && columns === 0)) {
    throw failures.notRunnable(`The output '${name}' is ${formOf(output)}, which does not fit to ${rows} boxes.`);
  }
  if (turned && columns > 1) {
    const table = tableOf(outputs, name, true);
    if (table.rows !== rows) {
      throw failures.notRunnable(`The output '${name}' is ${formOf(output)}, which does not fit to ${rows} boxes.`);
    }
    return table;
  }
  return { rows, columns, at: (row, column) => values[row * columns + column] ?? Number.NaN };
}
