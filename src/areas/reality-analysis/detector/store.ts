import type { Subject } from '../../../kernel/callers/people.ts';
import type { Reader, Transaction } from '../../../kernel/db/database.ts';
import { prepared } from '../../../kernel/db/query.ts';
import { type DetectorRow, q, type VersionRow } from '../tables.ts';

/** Whose detectors somebody makes. */
export const ownerOf = ({ organizationId, userId }: Pick<Subject, 'organizationId' | 'userId'>): string =>
  organizationId ?? userId;

/** As names are compared. */
export const folded = (name: string): string => name.normalize('NFC').toLowerCase();

const byName = prepared((p: { owner: string; name: string }) =>
  q.selectFrom('analysis_detectors').selectAll().where('owner', '=', p.owner).where('name_folded', '=', p.name),
);
const ofOwner = prepared((p: { owner: string }) =>
  q.selectFrom('analysis_detectors').selectAll().where('owner', '=', p.owner),
);
const versionsOf = prepared((p: { detector: string }) =>
  q
    .selectFrom('analysis_detector_versions')
    .selectAll()
    .where('detector_id', '=', p.detector)
    .orderBy('major', 'desc')
    .orderBy('minor', 'desc'),
);
const publishedIds = () => q.selectFrom('analysis_detector_versions').select('detector_id').where('published', '=', 1);
const publishedNamed = prepared((p: { name: string }) =>
  q
    .selectFrom('analysis_detectors')
    .selectAll()
    .where('name_folded', '=', p.name)
    .where('id', 'in', publishedIds())
    .orderBy('created')
    .orderBy('id'),
);
const publishedOfAll = prepared(() => q.selectFrom('analysis_detectors').selectAll().where('id', 'in', publishedIds()));

export const findOwn = (db: Reader, owner: string, name: string): Promise<DetectorRow | undefined> =>
  db.first(byName, { owner, name: folded(name) });

/** Those of a name with a published version, of whomever, the oldest first. */
export const findPublished = (db: Reader, name: string): Promise<DetectorRow[]> =>
  db.all(publishedNamed, { name: folded(name) });

export const ownDetectors = (db: Reader, owner: string): Promise<DetectorRow[]> => db.all(ofOwner, { owner });
export const publishedDetectors = (db: Reader): Promise<DetectorRow[]> => db.all(publishedOfAll, {});

/** Newest first. */
export const findVersions = (db: Reader, detector: string): Promise<VersionRow[]> => db.all(versionsOf, { detector });

/** Of several detectors, newest first. */
export async function versionsByDetector(
  db: Reader,
  ids: readonly string[],
): Promise<ReadonlyMap<string, VersionRow[]>> {
  const found = new Map<string, VersionRow[]>();
  for (let first = 0; first < ids.length; first += 500) {
    const rows = await db.all(
      q
        .selectFrom('analysis_detector_versions')
        .selectAll()
        .where('detector_id', 'in', ids.slice(first, first + 500))
        .orderBy('major', 'desc')
        .orderBy('minor', 'desc'),
    );
    for (const row of rows) found.set(row.detector_id, [...(found.get(row.detector_id) ?? []), row]);
  }
  return found;
}

export const findVersion = (db: Reader, id: string): Promise<VersionRow | undefined> =>
  db.first(q.selectFrom('analysis_detector_versions').selectAll().where('id', '=', id));

export const insertDetector = (tx: Transaction, row: DetectorRow): Promise<number> =>
  tx.run(q.insertInto('analysis_detectors').values(row));
export const insertVersion = (tx: Transaction, row: VersionRow): Promise<number> =>
  tx.run(q.insertInto('analysis_detector_versions').values(row));

export const updateDetector = (tx: Transaction, id: string, change: Partial<DetectorRow>): Promise<number> =>
  tx.run(q.updateTable('analysis_detectors').set(change).where('id', '=', id));
export const updateVersion = (tx: Transaction, id: string, change: Partial<VersionRow>): Promise<number> =>
  tx.run(q.updateTable('analysis_detector_versions').set(change).where('id', '=', id));

export const removeDetector = (tx: Transaction, id: string): Promise<number> =>
  tx.run(q.deleteFrom('analysis_detectors').where('id', '=', id));
export const removeVersion = (tx: Transaction, id: string): Promise<number> =>
  tx.run(q.deleteFrom('analysis_detector_versions').where('id', '=', id));

/** Versions that have waited for their package since before a time. */
export const waitingSince = (db: Reader, before: number): Promise<VersionRow[]> =>
  db.all(
    q
      .selectFrom('analysis_detector_versions')
      .selectAll()
      .where('status', '=', 'AwaitingData')
      .where('created', '<', before)
      .limit(100),
  );

export const numberOf = ({ major, minor }: Pick<VersionRow, 'major' | 'minor'>): string => `${major}.${minor}`;

/** The major and minor of `x.x`; undefined for another text. */
export function partsOfNumber(text: string): { readonly major: number; readonly minor: number } | undefined {
  const [, major, minor] = /^(\d{1,5})\.(\d{1,5})$/.exec(text) ?? [];
  return major === undefined ? undefined : { major: Number(major), minor: Number(minor) };
}

/** Blobs of versions, which go with them. */
export const blobsOf = (rows: readonly VersionRow[]): string[] =>
  rows.flatMap(({ upload_id, blob_id }) => [upload_id, blob_id].filter((id) => id !== null));
