import { infiniteQueryOptions } from '@tanstack/react-query';
import type { Schemas } from '@twin-platform/client';
import { answerOf, platform } from '../platform/client.ts';

export type Application = Schemas['applications']['Application'];
export type ApplicationType = Application['type'];
export type ApplicationMode = Application['mode'];

const api = platform.applications;
const pageSize = 100;

/** Applications that one has registered, and those of the organization that one administers. */
export const applicationsQuery = infiniteQueryOptions({
  queryKey: ['applications'],
  initialPageParam: 0,
  async queryFn({ pageParam: $skip }) {
    const { applications, _links } = await answerOf(
      api.GET('/api/applications', { params: { query: { $top: pageSize, $skip } } }),
    );
    return { applications, more: _links.next !== undefined };
  },
  getNextPageParam: (last, pages) => (last.more ? pages.length * pageSize : undefined),
  select: ({ pages }) => pages.flatMap(({ applications }) => applications),
});

/** A secret that was just made. */
export interface Made {
  readonly clientId: string;
  readonly secret: string;
}

export interface ApplicationFields {
  readonly displayName: string;
  readonly type: ApplicationType;
  readonly mode: ApplicationMode;
  readonly redirectUris: string[];
  readonly postLogoutRedirectUris: string[];
}

/** Registers an application; answers its id and, where it has one, the secret that is shown this once. */
export async function register({ type, mode, ...fields }: ApplicationFields) {
  const uris = type === 'Service' ? { displayName: fields.displayName } : fields;
  const { application, clientSecret } = await answerOf(
    api.POST('/api/applications', { body: { ...uris, type, mode } }),
  );
  return { clientId: application.clientId, secret: clientSecret };
}

export async function change(
  clientId: string,
  type: ApplicationType,
  fields: Omit<ApplicationFields, 'type' | 'mode'>,
): Promise<void> {
  const body = type === 'Service' ? { displayName: fields.displayName } : fields;
  await answerOf(api.PATCH('/api/applications/{clientId}', { params: { path: { clientId } }, body }));
}

export const setState = (clientId: string, state: Application['state']) =>
  answerOf(api.PATCH('/api/applications/{clientId}', { params: { path: { clientId } }, body: { state } }));

export const remove = (clientId: string) =>
  answerOf(api.DELETE('/api/applications/{clientId}', { params: { path: { clientId } } }));

/** A new secret; the old one works for another day, unless it must end now. */
export const renewSecret = async (clientId: string, immediately: boolean): Promise<string> =>
  (
    await answerOf(
      api.POST('/api/applications/{clientId}/secret', { params: { path: { clientId } }, body: { immediately } }),
    )
  ).clientSecret;
