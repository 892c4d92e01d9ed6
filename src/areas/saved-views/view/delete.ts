import type { Located } from '../../../api/auth/access-rules.ts';
import type { Context } from '../../../api/http/context.ts';
import { noContent } from '../../../api/http/endpoint.ts';
import { fail, isFailed, problems } from '../../../api/http/problem.ts';
import { blobsOf } from '../store/images.ts';
import { again, deleteViewRows, type LocatedView } from '../store/views.ts';
import { isClosed } from './references.ts';

/** Removes a view with its extensions and pictures. That takes it out of its group, which must let the caller do so. */
export async function deleteView({ resource, access }: Located<LocatedView>, context: Context) {
  const outcome = await context.write(async (tx) => {
    const { row, group } = await again(tx, resource.row.id);
    if (isClosed(group, access)) return fail(problems.insufficientPermissions);
    await context.ports.blobs.remove(tx, blobsOf(row));
    await deleteViewRows(tx, row.id);
  });
  return isFailed(outcome) ? outcome : noContent;
}
