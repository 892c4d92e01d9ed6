import type { Static } from 'typebox';
import type { User } from '../../../kernel/callers/people.ts';
import { isoTime } from '../../../std/iso-time.ts';
import type { userInfo } from './schema.ts';

export const userView = (user: User): Static<typeof userInfo> => ({
  id: user.id,
  displayName: user.displayName,
  givenName: user.givenName,
  surname: user.surname,
  email: user.email,
  organizationName: user.organizationName ?? '',
  country: user.country,
  language: user.language,
  createdDateTime: isoTime(user.created),
});
