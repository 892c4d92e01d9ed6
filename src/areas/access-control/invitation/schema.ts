import type { Static } from 'typebox';
import { pagingLinks } from '../../../api/query/paging.ts';
import { arrayOf, dateTime, line, nullable, oneOf, optional, output, uuid } from '../../../kernel/schema/shapes.ts';

/** What has become of the mail of an invitation. `Kept`: the server has no mail server, so nothing goes out. */
export const mailStates = ['Waiting', 'Sent', 'Kept', 'Failed'] as const;
export type MailState = (typeof mailStates)[number];

const properties = {
  id: uuid(),
  email: line(),
  invitedByEmail: line(),
  status: oneOf(['Pending', 'Accepted']),
  createdDate: dateTime(),
  expirationDate: dateTime('Seven days after its creation.'),
};

/** Invitation */
export const invitation = output(
  {
    ...properties,
    roles: arrayOf(output({ id: uuid(), displayName: line() })),
    mail: optional(
      oneOf(
        mailStates,
        'Our own addition: what has become of the mail. `Kept`: the server has no mail server, so nothing goes out. Absent when it is no longer known.',
      ),
    ),
  },
  'Invitation',
);

/** An invitation into a group: it carries no roles. */
export const groupInvitation = output(properties, 'GroupInvitation');

export const invitationList = output({ invitations: arrayOf(invitation), _links: pagingLinks }, 'InvitationsResponse');
export const groupInvitationList = output(
  { invitations: arrayOf(groupInvitation), _links: pagingLinks },
  'GroupInvitationsResponse',
);

export const oneInvitation = output(
  {
    invitation: output(
      {
        ...invitation.properties,
        inviterGivenName: nullable(line()),
        inviterSurname: nullable(line()),
        inviterOrganization: nullable(line()),
        projectDisplayName: line(),
      },
      'InvitationDetails',
    ),
  },
  'InvitationResponse',
);

/** The published example of an invitation. */
export const invitationExample: Static<typeof invitation> = {
  id: '310122ef-0939-4377-9ac0-61d80b5d729e',
  email: 'another.invited.user@example.org',
  invitedByEmail: 'inviter.admin@example.com',
  status: 'Pending',
  createdDate: '2023-11-10T18:31:01.412Z',
  expirationDate: '2023-11-17T18:31:01.412Z',
  roles: [{ id: 'b5fe0619-65bc-4d1f-9528-e16b021400cc', displayName: 'Twin Admin Role' }],
};
