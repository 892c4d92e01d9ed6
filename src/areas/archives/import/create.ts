import type { Static } from 'typebox';
import type { Context } from '../../../api/http/context.ts';
import { type RawInput, reply } from '../../../api/http/endpoint.ts';
import { type Detail, fail, isFailed, problems } from '../../../api/http/problem.ts';
import type { Transaction } from '../../../kernel/db/database.ts';
import { newId } from '../../../std/ids.ts';
import { membersOf } from '../../../std/records.ts';
import { invalidImport } from '../errors.ts';
import { type ImportRow, q } from '../tables.ts';
import type { importCreate } from './schema.ts';
import { importPlace, keptImports } from './store.ts';
import { importView } from './view.ts';

const mostImports = 100;
const day = 86_400_000;
const needed = 'twins_create';

const tooMany: Detail = {
  code: 'ResourceQuotaExceeded',
  message: `A person has at most ${mostImports} imports. Delete one of them first.`,
  target: 'imports',
};

/** What this server does not read is refused, not passed over. */
export function checkCreate({ body }: RawInput): Detail[] {
  const { follows } = membersOf(body);
  const message = 'An archive is read by itself, not after a former one.';
  return follows === undefined || follows === null ? [] : [{ code: 'InvalidProperty', message, target: 'follows' }];
}

/** Tells where an archive is sent to. */
export async function createImport({ fileName }: Static<typeof importCreate>, context: Context) {
  const { caller, now, ports } = context;
  const { userId, clientId } = caller;
  const made = await context.write(async (tx) => {
    const twinId = await whereAllowed(tx, context);
    if (twinId === undefined) return fail(problems.insufficientPermissions);
    if ((await keptImports(tx, userId, mostImports)) >= mostImports) return fail(invalidImport, { details: [tooMany] });
    const upload = await ports.blobs.openUpload(tx, importPlace, { userId, clientId, twinId, permission: needed });
    const row: ImportRow = {
      id: newId(),
      state: 'AwaitingUpload',
      file_name: fileName,
      created_by: userId,
      mode: caller.mode,
      created: now,
      expires: now + ports.settings.archives.days * day,
      job_id: null,
      blob_id: upload.id,
      size: null,
      sha256: null,
      archive: null,
      fault: null,
    };
    await tx.run(q.insertInto('archive_imports').values(row));
    return row;
  });
  return isFailed(made) ? made : reply(201, { import: await importView(made, context) });
}

/** A twin in which the caller may make others: their own account, where they have no organization. */
async function whereAllowed(tx: Transaction, { caller, ports }: Context): Promise<string | undefined> {
  const found = await ports.access.twinWith(tx, caller, needed);
  if (found !== undefined || caller.organizationId !== null || caller.kind !== 'user') return found;
  return (await ports.twins.ensurePrimaryAccount(tx, caller)).id;
}
