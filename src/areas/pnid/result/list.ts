import type { Context } from '../../../api/http/context.ts';
import { reply } from '../../../api/http/endpoint.ts';
import { listResults } from '../store/runs.ts';
import { linksOf, resultView } from '../view.ts';

/** The files of a run, once it is over. */
export async function getResults(id: string, { db, baseUrl }: Context) {
  const { results, inference } = linksOf(baseUrl, id);
  const rows = (await listResults(db, id)).filter(({ visible }) => visible === 1);
  return reply(200, { results: rows.map((row) => resultView(row, baseUrl)), _links: { self: results, inference } });
}
