import type { Transaction } from '../../kernel/db/database.ts';
import type { AdmitCreator, RaiseEvent, TwinFacts } from '../../kernel/ports.ts';
import { newId } from '../../kernel/std/ids.ts';
import { type BuiltIn, q } from './tables.ts';

const descriptions: Record<BuiltIn, string> = {
  Owner: 'Full control of this twin.',
  Administrator: 'Every permission.',
  Contributor: 'Works with the data of a twin; manages neither members nor roles.',
  Viewer: 'Looks at the data of a twin.',
};

const builtInRoles = (twin: TwinFacts): BuiltIn[] =>
  twin.class === 'Account' ? ['Owner', 'Administrator', 'Contributor', 'Viewer'] : ['Owner'];

/** Gives a new twin its built-in roles and its creator the Owner role. */
export function admitCreatorWith(raise: RaiseEvent): AdmitCreator {
  return async (tx, twin, creatorId, now) => {
    const roles = builtInRoles(twin).map((name) => ({ id: newId(), name }));
    await tx.run(
      q.insertInto('roles').values(
        roles.map(({ id, name }) => ({
          id,
          twin_id: twin.id,
          display_name: name,
          description: descriptions[name],
          permissions: '[]',
          built_in: name,
          created: now,
          version: 1,
        })),
      ),
    );
    const owner = roles[0];
    if (creatorId === null || owner === undefined) return;
    await addOwner(tx, twin.id, creatorId, owner.id, now);
    await raise(tx, {
      type: 'accessControl.memberAdded.v1',
      twin,
      content: {
        memberId: creatorId,
        eventCreatedBy: creatorId,
        memberType: 'User',
        roleId: owner.id,
        roleName: owner.name,
      },
    });
  };
}

async function addOwner(tx: Transaction, twinId: string, userId: string, roleId: string, now: number): Promise<void> {
  const member = { twin_id: twinId, member_type: 'User' as const, member_id: userId };
  await tx.run(q.insertInto('members').values({ ...member, joined: now }));
  await tx.run(q.insertInto('role_assignments').values({ ...member, role_id: roleId, place: 0 }));
}
