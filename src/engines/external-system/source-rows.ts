import { stringifyExactly } from '../../std/exact-json.ts';
import { isRecord } from '../../std/records.ts';
import type { EngineContext } from '../engine.ts';
import { identifierOf } from '../tables/identifier.ts';
import { pageFile, separatorOf } from '../tables/page-file.ts';
import { xmlText } from '../tables/rows.ts';
import { conversing } from './conversing.ts';
import { systemFailed } from './failure.ts';
import type { SourceRowsParams } from './params.ts';
import { rowsOf, type SourceRow } from './source.ts';

/** Deeper than any list of a table, and far from the end of the stack. */
const mostLevels = 100;

/** Writes all rows of a source into a new file; answers how many there are. Of too many it writes none. */
export const writeSourceRows = (params: SourceRowsParams, context: EngineContext): Promise<{ readonly rows: number }> =>
  conversing(context, async () => {
    const { rows: most, bytes, form, output } = params;
    const found = await rowsOf(params, context);
    if (found.length > most) return { rows: found.length };
    const page = pageFile(output, bytes);
    try {
      const [separator, textOf] = [separatorOf({ form }), form === 'json' ? stringifyExactly : itemOf];
      for (const [at, row] of found.entries()) page.write((at === 0 ? '' : separator) + textOf(checked(row)));
    } finally {
      page.close();
    }
    return { rows: found.length };
  });

function checked(row: SourceRow): SourceRow {
  if (isDeeper(row, mostLevels)) throw systemFailed(`its answer is nested more than ${mostLevels} levels deep.`);
  return row;
}

const isDeeper = (value: unknown, levels: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((one) => isDeeper(one, levels - 1)));

const itemOf = (row: SourceRow): string => `<item>${xmlOf(row)}</item>`;

const xmlOf = (row: SourceRow): string =>
  Object.entries(row)
    .map(([name, value]) => element(identifierOf(name), value))
    .join('');

function element(name: string, value: unknown): string {
  if (value === null || value === undefined) return `<${name} xsi:nil="true"/>`;
  if (Array.isArray(value)) return `<${name}>${value.map((one) => element('item', one)).join('')}</${name}>`;
  return `<${name}>${isRecord(value) ? xmlOf(value) : xmlText(String(value))}</${name}>`;
}
