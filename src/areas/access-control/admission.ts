import type { AccessControl } from '../../api/ports/access.ts';
import type { TwinFacts } from '../../api/ports/twins.ts';
import { theSystem } from '../../kernel/audit.ts';
import { newId } from '../../std/ids.ts';
import { jsonOf } from '../../std/json.ts';
import { nextSequence } from '../../std/sequence.ts';
import { type Acting, setRoles } from './member/membership.ts';
import { type BuiltIn, q, type RoleRow } from './tables.ts';

const descriptions: Record<BuiltIn, string> = {
  Owner: 'Full control of this twin.',
  Administrator: 'Every permission.',
  Contributor: 'Works with the data of a twin; manages neither members nor roles.',
  Viewer: 'Looks at the data of a twin.',
};

const onAccounts = ['Administrator', 'Contributor', 'Viewer'] as const;

/** Gives a new twin its built-in roles and its creator the Owner role. */
export function admitCreatorWith(ports: Acting['ports']): AccessControl['admitCreator'] {
  return async (tx, twin, creatorId, now, by = theSystem) => {
    const owner = builtInRole('Owner', twin, now);
    const others = twin.class === 'Account' ? onAccounts.map((name) => builtInRole(name, twin, now)) : [];
    await tx.run(q.insertInto('roles').values([owner, ...others]));
    if (creatorId === null) return;
    await setRoles(tx, { twin, by: { ...by, userId: creatorId }, now, ports }, { type: 'User', id: creatorId }, [
      owner,
    ]);
  };
}

const builtInRole = (name: BuiltIn, twin: TwinFacts, now: number): RoleRow => ({
  id: newId(),
  twin_id: twin.id,
  display_name: name,
  description: descriptions[name],
  permissions: jsonOf<string>([]),
  built_in: name,
  position: nextSequence(now),
  version: 1,
});
