import { randomUUID } from 'node:crypto';
import type { Answer, Person, Platform } from '../../../../test/support/platform.ts';
import { requireSuccess } from '../../../../test/support/platform.ts';
import { insertApplication } from '../../../auth-server/store/applications.ts';

/** Two organizations, and applications of either and of a person; everybody has made requests. */
export interface People {
  readonly p: Platform;
  readonly admin: Person;
  readonly member: Person;
  readonly service: Person;
  readonly otherAdmin: Person;
  readonly stranger: Person;
  /** Who has made an application of no organization. */
  readonly creator: Person;
  /** The stranger in the creator's application. */
  readonly strangerThere: Person;
  /** The stranger in an application of the organization of `admin`. */
  readonly strangerInOrganization: Person;
  /** Id of that application. */
  readonly application: string;
  readonly unknownId: string;
}

async function applicationOf(p: Platform, organizationId: string | null, createdBy: string): Promise<string> {
  const application = { type: 'SPA', displayName: 'Viewer', redirectUris: [], postLogoutRedirectUris: [] } as const;
  const row = await p.app.db.write((tx) =>
    insertApplication(
      tx,
      { ...application, scopes: ['twin-platform'], organizationId, createdBy },
      { secrets: p.app.ports.secrets, host: 'localhost', now: Date.now() },
    ),
  );
  return row.client_id;
}

const inApplication = async (p: Platform, who: Person, clientId: string): Promise<Person> => ({
  ...who,
  clientId,
  token: await p.tokenOf(who.userId, clientId),
});

export async function peopleOf(p: Platform): Promise<People> {
  const organizationId = await p.organization();
  const otherOrganization = await p.organization();
  const stranger = await p.person();
  const creator = await p.person();
  const created = await applicationOf(p, null, creator.userId);
  const application = await applicationOf(p, organizationId, randomUUID());
  const people: People = {
    p,
    admin: await p.person({ organizationId, roles: ['account_administrator'] }),
    member: await p.person({ organizationId }),
    service: await p.person({ organizationId, service: true }),
    otherAdmin: await p.person({ organizationId: otherOrganization, roles: ['account_administrator'] }),
    stranger,
    creator,
    strangerThere: await inApplication(p, stranger, created),
    strangerInOrganization: await inApplication(p, stranger, application),
    application,
    unknownId: randomUUID(),
  };
  return people;
}

/** Writes what was asked before: an entry is made when the last byte has gone, which may be after it has come. */
export async function settled(p: Platform): Promise<void> {
  await new Promise((done) => setImmediate(() => setImmediate(done)));
  await p.app.requestLog?.flush();
}

/** The entries that somebody sees, once all that was asked before is written. */
export async function seenBy(p: Platform, who: Person, query = ''): Promise<Answer['body'][]> {
  await settled(p);
  return requireSuccess(await p.call(who, `GET /observability/requests?$top=1000${query}`)).requests;
}

/** The id of the request that an answer was for. */
export const idOf = (answer: Answer): string => answer.headers.get('x-request-id') ?? '';
