import { type ArchivedTwin, type AreaArchive, archiveKind, type LeftOut, within } from '../../api/archive/kind.ts';
import { condition } from '../../kernel/db/condition.ts';
import type { Reader } from '../../kernel/db/database.ts';
import { repositoryRules, twinRules } from './archived-rules.ts';
import { resourceCreate } from './repository/schema.ts';
import { q } from './tables.ts';

/** What of the tables of this area goes into the archive of a twin. */
export const twinsArchive: AreaArchive = {
  kinds: [
    archiveKind({
      kind: 'twins/twin',
      table: 'twins',
      order: 10,
      columns: `id=key:uuid* class=text sub_class=text type=text? type_folded=- type_sorted=- number=text number_folded=-
number_sorted=- display_name=text display_name_folded=- display_name_sorted=- status=text location=text?
location_folded=- location_sorted=- latitude=num? longitude=num? time_zone=text? time_zone_sorted=-
data_center=server parent_id=server account_id=server owner_organization_id=server owner_user_id=server
image=json+blobs? created=time created_by=person modified=time modified_by=person version=int deleted=- sandbox_id=server`,
      note: "One record. Parent, account, owner and data centre are the target server's. copy: number and name as asked. image: blobs small and large.",
      where: ({ twinId }) => condition`id = ${twinId}`,
      contents: ['small.blobId', 'large.blobId'],
      ...twinRules,
    }),
    archiveKind({
      kind: 'twins/repository',
      table: 'twin_repositories',
      order: 90,
      columns: `id=key:uuid* twin_id=twin class=text sub_class=text? display_name=text display_name_folded=- uri=address
authentication=secret options=json+ids? created=time version=int`,
      note: 'Registered ones only; generated ones follow from the data. Keys and passwords are never archived; the report names each repository that had one.',
      ...repositoryRules,
    }),
    archiveKind({
      kind: 'twins/repository-resource',
      table: 'twin_repository_resources',
      order: 91,
      columns: `repository_id=ref:twins/repository* id=text* type=text? display_name=text display_name_folded=-`,
      where: within('repository_id', 'twins/repository'),
      shapes: { type: resourceCreate.properties.type, displayName: resourceCreate.properties.displayName },
    }),
  ],
  excused: {
    twin_exports: 'A list that a caller asked for, over many twins; gone after its time.',
    twin_favorites: 'Belongs to a person, not to the twin.',
    twin_recents: 'Belongs to a person, not to the twin.',
  },
  leftOut,
};

async function leftOut(db: Reader, { twinId }: ArchivedTwin): Promise<LeftOut[]> {
  const secret = q
    .selectFrom('twin_repositories')
    .select(['id', 'display_name'])
    .where('twin_id', '=', twinId)
    .where('authentication', 'is not', null)
    .orderBy('id');
  return (await db.all(secret)).map(({ id, display_name }) => ({
    code: 'Secret',
    kind: 'twins/repository',
    id,
    name: display_name,
    message: 'The credentials of the repository are not in the archive.',
  }));
}
