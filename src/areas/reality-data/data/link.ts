import type { Context } from '../../../api/http/context.ts';
import { reply } from '../../../api/http/endpoint.ts';
import { isFailed } from '../../../api/http/problem.ts';
import { type ContainerRights, containerLink } from '../../../kernel/blobs/container-link.ts';
import type { FoundData } from '../access.ts';
import { containerPath } from '../container.ts';
import { updateData } from '../store.ts';

const hour = 3_600_000;

/** A signed address of its files, which works for an hour. The time of access moves at most once an hour. */
export async function linkTo({ row }: FoundData, access: 'Read' | 'Write', context: Context) {
  const { caller, ports, baseUrl, now } = context;
  if (now - row.accessed >= hour) {
    const outcome = await context.write((tx) => updateData(tx, row.id, { accessed: now }));
    if (isFailed(outcome)) return outcome;
  }
  const rights: ContainerRights = access === 'Read' ? 'rl' : 'racwdl';
  const { userId, clientId } = caller;
  const href = containerLink(ports.secrets, {
    root: baseUrl,
    path: containerPath,
    id: row.id,
    rights,
    form: 'full',
    holder: { userId, clientId },
    now,
  });
  return reply(200, { type: 'BlobSasUrl', access, _links: { containerUrl: { href } } } as const);
}
