import { type Person, type Platform, requireSuccess } from './platform.ts';

/** Makes somebody a member of a twin with exactly these permissions. */
export async function join(
  p: Platform,
  owner: Person,
  twinId: string,
  who: Pick<Person, 'email'>,
  permissions: readonly string[],
): Promise<void> {
  const base = `/accesscontrol/twins/${twinId}`;
  const name = permissions.join(' ') || 'Visitor';
  const role = { displayName: name, description: name, permissions };
  const made = requireSuccess(await p.call(owner, `POST ${base}/roles`, { body: role })).role;
  const members = [{ email: who.email, roleIds: [made.id] }];
  requireSuccess(await p.call(owner, `POST ${base}/members/users`, { body: { members } }));
}
