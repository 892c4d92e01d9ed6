import type { Ports } from '../../../api/ports/ports.ts';
import type { TwinFacts } from '../../../api/ports/twins.ts';
import type { Factors } from '../../../engines/carbon/params.ts';
import type { Reader } from '../../../kernel/db/database.ts';
import { JobFailure } from '../../../kernel/jobs/job.ts';
import { epdOf, epdsById, reachOf } from '../store/epds.ts';
import { contentOf, defaultMapping, epdIdsOf, findMapping, mappingOf } from '../store/mappings.ts';
import type { MappingRow } from '../tables.ts';
import { emailsOf } from '../view.ts';
import type { Work } from './work.ts';

type Needs = { readonly db: Reader; readonly ports: Ports };

/** The mappings of a job's labels. Throws where one is not there, or nobody has reviewed it. */
export async function mappingsOf({ labels }: Work, twin: TwinFacts, { db }: Needs): Promise<readonly MappingRow[]> {
  const reach = reachOf(twin);
  const named = [...new Set(labels?.flatMap(({ mappingId }) => mappingId ?? []))];
  const found: MappingRow[] = [];
  for (const id of named) {
    const row = await findMapping(db, id);
    if (row === undefined || !reach.includes(row.twin_id)) {
      throw new JobFailure('MappingNotAvailable', `The mapping '${id}' is not available.`);
    }
    found.push(row);
  }
  if (named.length === 0) {
    const row = await defaultMapping(db, reach);
    if (row === undefined) throw new JobFailure('NoDefaultMapping', 'No default mapping.');
    found.push(row);
  }
  const draft = found.find(({ state }) => state !== 'Reviewed');
  if (draft) throw new JobFailure('MappingNotReviewed', `The mapping '${draft.display_name}' is not reviewed.`);
  return found;
}

/** Mappings with every declaration that they name, of the twin or its Account. */
export async function factorsOf(rows: readonly MappingRow[], twin: TwinFacts, needs: Needs): Promise<Factors> {
  const emailOf = await emailsOf(
    rows.flatMap(({ reviewed_by }) => reviewed_by ?? []),
    needs,
  );
  const ids = new Set(rows.flatMap((row) => epdIdsOf(contentOf(row))));
  const epds = await epdsById(needs.db, reachOf(twin), [...ids]);
  return {
    mappings: rows.map((row) => mappingOf(row, row.reviewed_by === null ? null : emailOf(row.reviewed_by))),
    epds: epds.map(epdOf),
  };
}
