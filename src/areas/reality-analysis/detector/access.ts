import type { Context } from '../../../api/http/context.ts';
import type { AccessRule, Permit } from '../../../api/http/endpoint.ts';
import { fail, isFailed, problems } from '../../../api/http/problem.ts';
import type { Subject } from '../../../kernel/callers/people.ts';
import type { Reader } from '../../../kernel/db/database.ts';
import { detectorNotFound } from '../errors.ts';
import type { DetectorRow, VersionRow } from '../tables.ts';
import { findOwn, findPublished, findVersions, ownerOf, partsOfNumber } from './store.ts';

/** A detector as its caller sees it. */
export interface FoundDetector {
  readonly row: DetectorRow;
  /** Newest first; of a detector of others those that are published. */
  readonly versions: readonly VersionRow[];
  readonly own: boolean;
}

export interface FoundVersion extends FoundDetector {
  readonly version: VersionRow;
}

/** A detector by its name: an own one wins over a published one of others. */
export async function findDetector(db: Reader, caller: Subject, name: string): Promise<FoundDetector | undefined> {
  const own = await findOwn(db, ownerOf(caller), name);
  if (own !== undefined) return { row: own, versions: await findVersions(db, own.id), own: true };
  const [row] = await findPublished(db, name);
  if (row === undefined) return undefined;
  const versions = await findVersions(db, row.id);
  return { row, versions: versions.filter(({ published }) => published === 1), own: false };
}

type Named = { readonly detectorName: string };

/** Who may do something with a detector of their organization. */
interface DetectorNeed {
  readonly permit: Permit;
  allows(caller: Subject, row: DetectorRow): boolean;
}

const signedIn: DetectorNeed = {
  permit: { level: 'caller', text: 'The organization of the detector; everybody where a version is published.' },
  allows: () => true,
};

const administers = ({ organizationAdministrator, organizationId }: Subject, { owner }: DetectorRow): boolean =>
  organizationAdministrator && organizationId === owner;

/** Who may change a detector of their organization. */
export const mayChange = (caller: Subject, row: DetectorRow): boolean =>
  row.created_by === caller.userId || administers(caller, row);

const changing: DetectorNeed = {
  permit: { level: 'caller', text: 'Who created the detector, and administrators of the organization.' },
  allows: mayChange,
};

const publishing: DetectorNeed = {
  permit: { level: 'caller', text: 'Administrators of the organization.' },
  allows: administers,
};

async function resolve(need: DetectorNeed, { detectorName }: Named, { db, caller }: Context) {
  const found = await findDetector(db, caller, detectorName);
  if (found === undefined) return fail(detectorNotFound);
  if (need === signedIn) return found;
  return found.own && need.allows(caller, found.row) ? found : fail(problems.insufficientPermissions);
}

const onDetector = (need: DetectorNeed): AccessRule<Named, FoundDetector> => ({
  permit: need.permit,
  problems: need === signedIn ? [detectorNotFound] : [detectorNotFound, problems.insufficientPermissions],
  changes: 'shared',
  resolve: (params, context) => resolve(need, params, context),
});

/** `parameter`: what the number of the version is called in the path. */
const onVersion = <N extends string>(
  need: DetectorNeed,
  parameter: N,
): AccessRule<Named & Record<N, string>, FoundVersion> => ({
  permit: need.permit,
  problems: need === signedIn ? [detectorNotFound] : [detectorNotFound, problems.insufficientPermissions],
  changes: 'shared',
  async resolve(params, context) {
    const found = await resolve(need, params, context);
    if (isFailed(found)) return found;
    const wanted = partsOfNumber(params[parameter]);
    const version = found.versions.find(({ major, minor }) => major === wanted?.major && minor === wanted.minor);
    return version === undefined ? fail(detectorNotFound) : { ...found, version };
  },
});

export const detectorForReading = onDetector(signedIn);
export const detectorForChanging = onDetector(changing);
export const versionForReading = onVersion(signedIn, 'versionNumber');
export const versionForChanging = onVersion(changing, 'versionNumber');
export const versionForPublishing = onVersion(publishing, 'versionNumber');
export const versionForChangingV1 = onVersion(changing, 'detectorVersion');
export const versionForPublishingV1 = onVersion(publishing, 'detectorVersion');
