import type { Context } from '../../../api/http/context.ts';
import { noContent, reply } from '../../../api/http/endpoint.ts';
import { fail, isFailed, NoLongerThere } from '../../../api/http/problem.ts';
import { logOfPerson } from '../../../kernel/audit.ts';
import type { Reader, Transaction } from '../../../kernel/db/database.ts';
import { detail, detectorProblems, versionExists } from '../errors.ts';
import type { VersionRow } from '../tables.ts';
import { type AnalysisApi, v1, v2 } from '../version.ts';
import type { FoundDetector, FoundVersion } from './access.ts';
import { columnsOf } from './create.ts';
import type { DetectorTexts } from './schema.ts';
import {
  blobsOf,
  findPublished,
  findVersion,
  findVersions,
  removeDetector,
  removeVersion,
  updateDetector,
  updateVersion,
} from './store.ts';
import { detectorView, detectorViewV1 } from './view.ts';

const noneLost = [detail('InvalidChange', 'A published detector version cannot be deleted.')];
/** Addresses of a package were just handed out. */
const hour = 3_600_000;

async function changed({ row, versions }: FoundDetector, texts: DetectorTexts, { write }: Context) {
  const change = columnsOf(texts);
  return write(async (tx) => {
    if (Object.keys(change).length > 0 && (await updateDetector(tx, row.id, change)) === 0) {
      throw new NoLongerThere(`Detector ${row.id} was deleted.`);
    }
    return { row: { ...row, ...change }, versions };
  });
}

export async function updateDetectorTexts(target: FoundDetector, texts: DetectorTexts, context: Context) {
  const outcome = await changed(target, texts, context);
  return isFailed(outcome) ? outcome : reply(200, detectorView(outcome, context));
}

export async function updateDetectorTextsV1(target: FoundDetector, texts: DetectorTexts, context: Context) {
  const outcome = await changed(target, texts, context);
  return isFailed(outcome) ? outcome : reply(200, detectorViewV1(outcome, context));
}

/** The detector with all versions and their packages. */
export async function deleteDetector(api: AnalysisApi, { row }: FoundDetector, { write, ports }: Context) {
  const outcome = await write(async (tx) => {
    const versions = await findVersions(tx, row.id);
    if (versions.some(({ published }) => published === 1)) {
      return fail(problemsOf(api).remove, { details: noneLost });
    }
    for (const version of versions) await removeVersion(tx, version.id);
    await ports.blobs.remove(tx, blobsOf(versions), hour);
    if ((await removeDetector(tx, row.id)) === 0) throw new NoLongerThere(`Detector ${row.id} was deleted.`);
    return undefined;
  });
  return isFailed(outcome) ? outcome : noContent;
}

const [problems1, problems2] = [detectorProblems(v1), detectorProblems(v2)];
const problemsOf = ({ version }: AnalysisApi) => (version === 1 ? problems1 : problems2);

/** The version as it is now. */
async function present(tx: Reader, { version }: FoundVersion): Promise<VersionRow> {
  const row = await findVersion(tx, version.id);
  if (row === undefined) throw new NoLongerThere(`Version ${version.id} of a detector was deleted.`);
  return row;
}

export async function deleteVersion(api: AnalysisApi, target: FoundVersion, { write, ports }: Context) {
  const outcome = await write(async (tx) => {
    const row = await present(tx, target);
    if (row.published === 1) return fail(problemsOf(api).removeVersion, { details: noneLost });
    await removeVersion(tx, row.id);
    await ports.blobs.remove(tx, blobsOf([row]), hour);
    return undefined;
  });
  return isFailed(outcome) ? outcome : noContent;
}

/** A detector belongs to the organization of who publishes it. */
const recordVersion = (
  tx: Transaction,
  action: 'detector.published' | 'detector.unpublished',
  { row: { id, name }, version: { major, minor } }: FoundVersion,
  { by, caller, ports }: Context,
): Promise<void> =>
  ports.audit.record(tx, {
    action,
    by,
    about: { type: 'Detector', id, name },
    detail: `version ${major}.${minor}`,
    owner: logOfPerson({ id: caller.userId, organizationId: caller.organizationId }),
  });

/** Lets everybody see it. */
export async function publishVersion(api: AnalysisApi, target: FoundVersion, context: Context) {
  const outcome = await context.write(async (tx) => {
    const row = await present(tx, target);
    if (row.published === 1) return fail(versionExists);
    if (row.status !== 'Ready') {
      const message = "Can only publish a detector version in a 'Ready' state.";
      return fail(problemsOf(api).publish, { details: [detail('InvalidChange', message)] });
    }
    for (const other of await findPublished(tx, target.row.name)) {
      const versions = await findVersions(tx, other.id);
      const isSame = (one: VersionRow) => one.published === 1 && one.major === row.major && one.minor === row.minor;
      if (versions.some(isSame)) return fail(versionExists);
    }
    await updateVersion(tx, row.id, { published: 1 });
    await recordVersion(tx, 'detector.published', target, context);
    return undefined;
  });
  return isFailed(outcome) ? outcome : noContent;
}

export async function unpublishVersion(api: AnalysisApi, target: FoundVersion, context: Context) {
  const outcome = await context.write(async (tx) => {
    const row = await present(tx, target);
    if (row.published === 0) {
      const refusal = detail('InvalidParameter', 'Detector version cannot be unpublished.');
      return fail(problemsOf(api).unpublish, { details: [refusal] });
    }
    await updateVersion(tx, row.id, { published: 0 });
    await recordVersion(tx, 'detector.unpublished', target, context);
    return undefined;
  });
  return isFailed(outcome) ? outcome : noContent;
}
