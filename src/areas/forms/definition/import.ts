import { twinAccess } from '../../../api/auth/access-rules.ts';
import type { Context } from '../../../api/http/context.ts';
import type { RawInput } from '../../../api/http/endpoint.ts';
import { type Detail, fail, isFailed, type Problem } from '../../../api/http/problem.ts';
import type { Transaction } from '../../../kernel/db/database.ts';
import { need } from '../access.ts';
import { definitionNotFound, invalidImportDefinition, twinNotFound } from '../errors.ts';
import { type DefinitionRow, type DefinitionStatus, q } from '../tables.ts';
import type { FormsApi } from '../version.ts';
import { accessToDefinition } from './access.ts';
import { graft, plant, type SavedImage, type Seed, saveImages } from './seed.ts';
import { seedOf } from './source.ts';
import { findDefinition, sharedInto } from './store.ts';
import { definitionReply } from './view.ts';

/** What an import may give instead of what the source says. */
export interface Overrides {
  readonly type?: string;
  readonly status?: DefinitionStatus;
  readonly displayName?: string;
  readonly idPrefix?: string | null;
  readonly discipline?: string;
}

interface Body extends Overrides {
  readonly sourceFormDefinitionId: string;
  readonly destinationTwinId: string;
  readonly importAction?: 'Copy' | 'Upsert' | 'Share';
}

const overrides = ['type', 'status', 'displayName', 'idPrefix', 'discipline'] as const;

/** Only a copy can be called otherwise than its source. */
export function checkImport({ body }: RawInput): Detail[] {
  const given = (body ?? {}) as Readonly<Record<string, unknown>>;
  if (given.importAction === undefined || given.importAction === 'Copy') return [];
  const extra = overrides.filter((name) => given[name] !== undefined);
  return extra.map((target) => ({
    code: 'InvalidProperty',
    message: `${target} can be given with importAction Copy only.`,
    target,
  }));
}

export const sourceNotFound = { ...definitionNotFound, target: 'sourceFormDefinitionId' };
export const destinationNotFound = { ...twinNotFound, target: 'destinationTwinId' };

const invalid = (details: readonly Detail[]) => fail(invalidImportDefinition, { details });
const wrongAction = (message: string) => invalid([{ code: 'InvalidValue', message, target: 'importAction' }]);

/** Brings a definition into another twin: as a copy, as a new version of what came from it before, or to be shared. */
export async function importDefinition(body: Body, context: Context, api: FormsApi) {
  const action = body.importAction ?? 'Copy';
  const found = await placesOf(body, context);
  if (isFailed(found)) return found;
  const { source, twinId } = found;
  if (action !== 'Copy' && source.twin_id === twinId)
    return wrongAction('The definition belongs to this twin already.');
  if (action === 'Share') return share(source, twinId, context, api);
  const faults = faultsOfStatus(source, body);
  if (faults.length > 0) return invalid(faults);
  const seed = await seedOf(context, source);
  const images = await saveImages(seed.images, context.ports.blobs);
  const outcome = await context.write((tx) => {
    const copy = { source, twinId, seed, images, body };
    return action === 'Copy' ? copyInto(tx, copy, context) : upsertInto(tx, copy, context);
  });
  return isFailed(outcome) ? outcome : definitionReply(outcome, api);
}

/** The source, which the caller may view, and the twin, which they may manage, of one Account. */
async function placesOf({ sourceFormDefinitionId, destinationTwinId }: Body, context: Context) {
  const row = await findDefinition(context.db, sourceFormDefinitionId);
  const source = row && (await accessToDefinition(row, need.view, sourceNotFound, context));
  if (source === undefined || isFailed(source)) return fail(sourceNotFound);
  const access = await twinAccess(
    context,
    destinationTwinId,
    destinationNotFound as Problem<'RepositoryNotFound'>,
    need.manage,
  );
  if (isFailed(access)) return access;
  if (source.access.twin.accountId !== access.twin.accountId) return fail(sourceNotFound);
  return { source: source.resource, twinId: access.twin.id };
}

function faultsOfStatus({ error_status }: DefinitionRow, { status }: Body): Detail[] {
  const broken = error_status === 'Error' || error_status === 'Critical';
  if (status !== 'Approved' || !broken) return [];
  return [
    { code: 'InvalidChange', message: 'A definition whose layout has errors cannot be approved.', target: 'status' },
  ];
}

interface Copy {
  readonly source: DefinitionRow;
  readonly twinId: string;
  readonly seed: Seed;
  readonly images: readonly SavedImage[];
  readonly body: Body;
}

function copyInto(tx: Transaction, { source, twinId, seed, images, body }: Copy, { caller, now, ports }: Context) {
  const naming = {
    name: body.displayName ?? source.name,
    type: body.type ?? source.type,
    discipline: body.discipline ?? source.discipline,
    status: body.status ?? 'Draft',
    prefix: body.idPrefix === undefined ? source.prefix : body.idPrefix,
    sourceId: source.id,
  };
  return plant(tx, twinId, seed, naming, images, { userId: caller.userId, now }, ports.blobs);
}

async function upsertInto(tx: Transaction, copy: Copy, context: Context) {
  const { source, twinId, seed, images } = copy;
  const origins = [source.id, ...(source.source_id === null ? [] : [source.source_id])];
  const former = await tx.first(
    q
      .selectFrom('form_definitions')
      .selectAll()
      .where('twin_id', '=', twinId)
      .where('source_id', 'in', origins)
      .orderBy('created')
      .orderBy('id'),
  );
  if (former === undefined) return copyInto(tx, copy, context);
  return graft(tx, former, seed, images, { userId: context.caller.userId, now: context.now }, context.ports.blobs);
}

async function share(source: DefinitionRow, twinId: string, { write, now }: Context, api: FormsApi) {
  if (source.share_type === null) return wrongAction('The definition is private: its shareType is null.');
  const outcome = await write(async (tx) => {
    if ((await sharedInto(tx, source.id)).includes(twinId)) return;
    const row = { definition_id: source.id, twin_id: twinId, created: now };
    await tx.run(q.insertInto('form_definition_shares').values(row));
  });
  return isFailed(outcome) ? outcome : definitionReply(source, api);
}
