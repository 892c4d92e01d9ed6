import type { Static } from 'typebox';
import type { Context } from '../../../api/http/context.ts';
import { reply } from '../../../api/http/endpoint.ts';
import { fail, isFailed, problems } from '../../../api/http/problem.ts';
import type { Transaction } from '../../../kernel/db/database.ts';
import { newId } from '../../../std/ids.ts';
import { detail, detectorExists, detectorProblems, versionExists } from '../errors.ts';
import type { DetectorRow, VersionRow } from '../tables.ts';
import { v1, v2 } from '../version.ts';
import type { FoundDetector } from './access.ts';
import { mayChange } from './access.ts';
import { detectorPlace } from './place.ts';
import type { Capabilities, DetectorCreate, DetectorTexts, detectorCreateV1 } from './schema.ts';
import {
  findOwn,
  findVersions,
  folded,
  insertDetector,
  insertVersion,
  ownDetectors,
  ownerOf,
  partsOfNumber,
} from './store.ts';
import { detectorView, detectorViewV1, uploadLinks, versionView } from './view.ts';

const mostDetectors = 100;
const mostVersions = 50;
const [problems1, problems2] = [detectorProblems(v1), detectorProblems(v2)];

/** Only administrators put a vendor in front of a name. */
const mayName = (name: string, { caller }: Context): boolean =>
  !name.startsWith('@') || (caller.organizationAdministrator && caller.organizationId !== null);

export const columnsOf = ({ displayName, description, documentationUrl }: DetectorTexts): Partial<DetectorRow> => ({
  ...(displayName !== undefined && { display_name: displayName || null }),
  ...(description !== undefined && { description: description || null }),
  ...(documentationUrl !== undefined && { documentation_url: documentationUrl || null }),
});

function newDetector(
  body: Pick<DetectorCreate, 'name' | 'type'> & DetectorTexts,
  { caller, now }: Context,
): DetectorRow {
  return {
    id: newId(),
    owner: ownerOf(caller),
    name: body.name,
    name_folded: folded(body.name),
    type: body.type,
    display_name: null,
    description: null,
    documentation_url: null,
    created: now,
    created_by: caller.userId,
    ...columnsOf(body),
  };
}

const overQuota = (message: string) => detail('ResourceQuotaExceeded', message, 'detectors');

/** A detector without versions. */
export async function createDetector(body: DetectorCreate, context: Context) {
  if (!mayName(body.name, context)) return fail(problems.insufficientPermissions);
  const row = newDetector(body, context);
  const outcome = await context.write(async (tx) => {
    if ((await findOwn(tx, row.owner, row.name)) !== undefined) return fail(detectorExists);
    if ((await ownDetectors(tx, row.owner)).length >= mostDetectors) {
      return fail(problems2.create, {
        details: [overQuota(`An organization has at most ${mostDetectors} detectors.`)],
      });
    }
    await insertDetector(tx, row);
    return row;
  });
  return isFailed(outcome) ? outcome : reply(201, detectorView({ row: outcome, versions: [] }, context));
}

/** Adds a version that waits for its package; undefined where there is one of that number, or too many. */
async function addVersion(
  tx: Transaction,
  detector: DetectorRow,
  number: string,
  { labels, exports }: Capabilities,
  { caller, now, ports }: Context,
): Promise<VersionRow | 'exists' | 'tooMany'> {
  const { major = 0, minor = 0 } = partsOfNumber(number) ?? {};
  const known = await findVersions(tx, detector.id);
  if (known.some((one) => one.major === major && one.minor === minor)) return 'exists';
  if (known.length >= mostVersions) return 'tooMany';
  const upload = await ports.blobs.openUpload(tx, detectorPlace);
  const row: VersionRow = {
    id: newId(),
    detector_id: detector.id,
    major,
    minor,
    status: 'AwaitingData',
    labels: JSON.stringify([...new Set(labels)]),
    exports: JSON.stringify([...new Set(exports ?? [])]),
    created: now,
    created_by: caller.userId,
    published: 0,
    upload_id: upload.id,
    blob_id: null,
    runnable: 0,
    note: null,
    facts: null,
  };
  await insertVersion(tx, row);
  return row;
}

const tooManyVersions = overQuota(`A detector has at most ${mostVersions} versions.`);

/** A version that waits for its package. */
export async function createVersion(
  { row }: FoundDetector,
  { versionNumber, capabilities }: { readonly versionNumber: string; readonly capabilities: Capabilities },
  context: Context,
) {
  const outcome = await context.write(async (tx) => {
    const added = await addVersion(tx, row, versionNumber, capabilities, context);
    if (added === 'exists') return fail(versionExists);
    return added === 'tooMany' ? fail(problems2.createVersion, { details: [tooManyVersions] }) : added;
  });
  return isFailed(outcome) ? outcome : reply(201, versionView(outcome, row, context));
}

/** A detector with its first version, or a further version of an own one. */
export async function createDetectorV1({ detector: body }: Static<typeof detectorCreateV1>, context: Context) {
  const { caller } = context;
  if (!mayName(body.name, context)) return fail(problems.insufficientPermissions);
  const outcome = await context.write(async (tx) => {
    const known = await findOwn(tx, ownerOf(caller), body.name);
    const row = known ?? newDetector(body, context);
    if (known === undefined) {
      if ((await ownDetectors(tx, row.owner)).length >= mostDetectors) {
        return fail(problems1.create, {
          details: [overQuota(`An organization has at most ${mostDetectors} detectors.`)],
        });
      }
      await insertDetector(tx, row);
    } else {
      if (!mayChange(caller, known)) return fail(problems.insufficientPermissions);
      if (known.type !== body.type) {
        const message = `The detector '${known.name}' is of the type ${known.type}.`;
        return fail(problems1.create, { details: [detail('InvalidValue', message, 'detector.type')] });
      }
    }
    const added = await addVersion(tx, row, body.version, body, context);
    if (added === 'exists') return fail(versionExists, { target: 'detector.version' });
    if (added === 'tooMany') return fail(problems1.create, { details: [tooManyVersions] });
    return { row, added, versions: await findVersions(tx, row.id) };
  });
  if (isFailed(outcome)) return outcome;
  const { row, added, versions } = outcome;
  const _links = uploadLinks(v1, added, row, context);
  return reply(201, { ...detectorViewV1({ row, versions }, context), _links });
}
