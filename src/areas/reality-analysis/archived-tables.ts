import { type ArchivedTwin, type AreaArchive, archiveKind, type LeftOut, within } from '../../api/archive/kind.ts';
import { allOf, condition } from '../../kernel/db/condition.ts';
import type { Reader } from '../../kernel/db/database.ts';
import { q } from '../../reality-jobs/tables.ts';
import { settingsOf } from './job/settings.ts';

const ofItem = within('item_id', 'storage/item');

/** What of the tables of this area goes into the archive of a twin. */
export const realityAnalysisArchive: AreaArchive = {
  kinds: [
    archiveKind({
      kind: 'reality-analysis/bucket',
      table: 'analysis_buckets',
      order: 72,
      columns: `twin_id=twin* item_id=ref:storage/item`,
      where: (of) => allOf([condition`twin_id = ${of.twinId}`, ofItem(of)]),
    }),
  ],
  excused: {
    analysis_detector_versions: 'With detectors.',
    analysis_detectors: 'Belongs to an organization. The report names those that archived jobs used.',
  },
  leftOut,
};

async function leftOut(db: Reader, { twinId }: ArchivedTwin): Promise<LeftOut[]> {
  const named = q
    .selectFrom('reality_jobs')
    .select('settings')
    .where('home_twin', '=', twinId)
    .where('api', 'in', ['analysis', 'analysis2']);
  const detectors = (await db.all(named)).flatMap((job) => settingsOf(job).detector?.given ?? []);
  return [...new Set(detectors)].sort().map((name) => ({
    code: 'Detector',
    name,
    message: 'The detector is not in the archive: it belongs to an organization.',
  }));
}
