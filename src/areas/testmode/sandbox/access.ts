import { type Located, onResource, ownerOrAdministrator, visible } from '../../../api/auth/access-rules.ts';
import type { Context } from '../../../api/http/context.ts';
import type { AccessRule } from '../../../api/http/endpoint.ts';
import type { Access } from '../../../api/ports/access.ts';
import { sameSignature } from '../../../std/signature.ts';
import { sandboxNotFound } from '../errors.ts';
import type { SandboxRow } from '../tables.ts';
import { findSandbox } from './store.ts';

type Params = { readonly sandboxId: string };
export type FoundSandbox = Located<SandboxRow>;

const onSandbox = (need: typeof visible): AccessRule<Params, FoundSandbox> =>
  onResource({
    find: (db, { sandboxId }) => findSandbox(db, sandboxId),
    twinOf: ({ id }) => id,
    notFound: sandboxNotFound,
    need,
  });

export const seen = onSandbox(visible);
export const managed = onSandbox(ownerOrAdministrator);

/** What the key of a sandbox is signed for. */
export const claimKey = 'claim of a sandbox';

/** Nothing is said of whether there is one: that depends on the key, too, which the body has. */
export const claimable: AccessRule<Params, FoundSandbox | undefined> = {
  permit: {
    level: 'caller',
    text: "People of the Account's organization: owners of the sandbox, administrators, and who has the key of claimUrl.",
  },
  problems: [sandboxNotFound],
  changes: 'inTwin',
  async resolve({ sandboxId }, { db, caller, ports }) {
    const resource = await findSandbox(db, sandboxId);
    const access = resource && (await ports.access.of(db, caller, resource.id));
    return resource && access && { resource, access };
  },
};

/** Whether somebody may claim a sandbox: 404 for who does not see it, 403 for who may not. */
export function mayClaim(
  { resource, access }: FoundSandbox,
  key: string | undefined,
  { caller, ports }: Pick<Context, 'caller' | 'ports'>,
): true | 403 | 404 {
  const isKey = resource.key_hash !== null && sameSignature(ports.secrets.sign(claimKey, key ?? ''), resource.key_hash);
  const isOfAccount = caller.kind === 'user' && belongs(access, caller);
  if (isOfAccount && (access.owner || access.administrator || isKey)) return true;
  return access.visible ? 403 : 404;
}

const belongs = ({ twin }: Access, caller: Context['caller']): boolean =>
  twin.ownerOrganizationId === null
    ? twin.ownerUserId === caller.userId
    : twin.ownerOrganizationId === caller.organizationId;
