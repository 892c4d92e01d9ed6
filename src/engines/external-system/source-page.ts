import type { EngineContext } from '../engine.ts';
import type { Page } from '../tables/params.ts';
import { queryTables } from '../tables/query.ts';
import { conversing } from './conversing.ts';
import type { SourcePageParams } from './params.ts';
import { rowsOf } from './source.ts';
import { typedRow } from './typed-row.ts';

/** A page of the rows of a source, each held against its type. */
export const readSourcePage = (params: SourcePageParams, context: EngineContext): Promise<Page> =>
  conversing(context, async () => {
    const { source, set, query, output } = params;
    const texts = source.kind === 'file' && source.format === 'csv';
    const found = await rowsOf(params, context);
    const rows = found.map((row, at) => typedRow(set, texts, row, at + 1));
    return queryTables({ sources: [{ rows }], query, output }, context);
  });
