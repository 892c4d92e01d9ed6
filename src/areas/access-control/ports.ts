import type { Kit } from '../../api/area.ts';
import type { AccessControl } from '../../api/ports/access.ts';
import { accessOfUserWith, accessWith, memberTwins, twinWithPermission } from './access.ts';
import { sharesTwin } from './acquaintances.ts';
import { admitCreatorWith } from './admission.ts';
import { twinInvitations } from './invitation/answer.ts';
import { leaveTestModeWith } from './member/leave-test-mode.ts';
import { rolesWith } from './role/roles.ts';
import { ensureMember } from './setup.ts';

/** Who may do what in a twin, as other areas ask it. */
export const accessControl = (kit: Kit): AccessControl => ({
  of: accessWith(kit.ports),
  ofUser: accessOfUserWith(kit.ports),
  roles: rolesWith(kit.ports),
  memberTwins,
  twinWith: twinWithPermission(kit.ports),
  sharesTwin,
  admitCreator: admitCreatorWith(kit.ports),
  leaveTestMode: leaveTestModeWith(kit.ports),
  ensureMember: (tx, given) => ensureMember(tx, given, kit.ports, kit.now()),
  invitations: twinInvitations(kit),
});
