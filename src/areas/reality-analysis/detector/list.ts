import type { Context } from '../../../api/http/context.ts';
import { reply } from '../../../api/http/endpoint.ts';
import type { FoundDetector } from './access.ts';
import { detectorFilter } from './filter.ts';
import { ownDetectors, ownerOf, publishedDetectors, versionsByDetector } from './store.ts';
import { minimalView, minimalViewV1 } from './view.ts';

type Listed = Pick<FoundDetector, 'row' | 'versions'>;

/** Those of the caller's organization, and of others those with a published version, by name. */
async function detectorsOf(filter: string | undefined, { db, caller }: Context): Promise<Listed[]> {
  const own = await ownDetectors(db, ownerOf(caller));
  const ids = new Set(own.map(({ id }) => id));
  const others = (await publishedDetectors(db)).filter(({ id }) => !ids.has(id));
  const versions = await versionsByDetector(
    db,
    [...own, ...others].map(({ id }) => id),
  );
  const listed = [
    ...own.map((row) => ({ row, versions: versions.get(row.id) ?? [] })),
    ...others.map((row) => ({
      row,
      versions: (versions.get(row.id) ?? []).filter(({ published }) => published === 1),
    })),
  ];
  const holds = filter === undefined ? () => true : detectorFilter(filter);
  const order = ({ row: a }: Listed, { row: b }: Listed) =>
    a.name_folded < b.name_folded ? -1 : a.name_folded > b.name_folded ? 1 : a.created - b.created;
  return listed.filter(({ versions: of }) => holds(of)).sort(order);
}

export async function listDetectors(filter: string | undefined, context: Context) {
  return reply(200, { detectors: (await detectorsOf(filter, context)).map(minimalView) });
}

export async function listDetectorsV1(filter: string | undefined, context: Context) {
  return reply(200, { detectors: (await detectorsOf(filter, context)).map(minimalViewV1) });
}
