import type { Static } from 'typebox';
import type { Context } from '../../../api/http/context.ts';
import type { Access } from '../../../api/ports/access.ts';
import type { GeneratedRepository, RepositoryResource } from '../../../api/ports/repositories.ts';
import { readJson } from '../../../std/json.ts';
import type { RepositoryRow } from '../tables.ts';
import type { repository, resource } from './schema.ts';

/** Secrets are shown to members and administrators, not to those who merely see an Account. */
export function repositoryView(row: RepositoryRow, access: Access, context: Context): Static<typeof repository> {
  const mayKnow = access.member || access.administrator;
  const sealed = mayKnow ? row.authentication : null;
  return {
    id: row.id,
    class: row.class,
    ...(row.sub_class ? { subClass: row.sub_class } : {}),
    displayName: row.display_name,
    uri: row.uri,
    ...(sealed ? { authentication: JSON.parse(context.ports.secrets.open(sealed)) } : {}),
    ...(row.options ? { options: readJson(row.options) } : {}),
  };
}

export function generatedView(of: GeneratedRepository, twinId: string, context: Context): Static<typeof repository> {
  const id = of.class.toLowerCase();
  return {
    id,
    class: of.class,
    displayName: of.displayName,
    uri: context.baseUrl + of.path(twinId),
    ...(of.resources ? { capabilities: capabilities(twinId, id, context) } : {}),
  };
}

const capabilities = (twinId: string, id: string, context: Context) => ({
  resources: { uri: `${context.baseUrl}/twins/${twinId}/repositories/${id}/resources` },
});

/** A resource; `properties` only in its full form. */
export function resourceView(
  of: RepositoryResource,
  place: {
    readonly twinId: string;
    readonly repositoryId: string;
    readonly class: string;
    readonly subClass: string | null;
  },
  full: boolean,
  context: Context,
): Static<typeof resource> {
  const address = `${context.baseUrl}/twins/${place.twinId}/repositories/${place.repositoryId}/resources`;
  return {
    id: of.id,
    class: place.class,
    ...(place.subClass ? { subClass: place.subClass } : {}),
    ...(of.type ? { type: of.type } : {}),
    displayName: of.displayName,
    capabilities: { graphics: { uri: `${address}/${encodeURIComponent(of.id)}/graphics` } },
    ...(full ? { properties: { ...of.properties } } : {}),
  };
}
