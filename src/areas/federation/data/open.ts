import { type Detail, type Failed, fail } from '../../../api/http/problem.ts';
import type { FoundPackage } from '../access.ts';
import { isOdata } from '../definition.ts';
import type { Asking, Federation } from '../deps.ts';
import { obsolete, schemaNotFound } from '../errors.ts';
import type { OpenData, Refused, Versions } from '../query/open-data.ts';
import { openDatabase } from './database.ts';
import { openFiles } from './files.ts';
import { openModels } from './models.ts';
import { openOwn } from './own-package.ts';

export type Unopened = Refused | Failed<'SchemaNotFound'> | Failed<'InsufficientPermissions'>;
export const isDetails = (value: object): value is readonly Detail[] => Array.isArray(value);

/** What a package offers in a twin; undefined where earlier versions are asked for that are gone; details where something is not stored. */
export async function openData(
  found: FoundPackage,
  pinned: Versions | undefined,
  asking: Asking,
  of: Federation,
): Promise<OpenData | Unopened | readonly Detail[] | undefined> {
  const { resource, access } = found;
  if (!isOdata(resource)) return fail(schemaNotFound);
  if (resource.projectStage === 'Obsolete') return [obsolete];
  switch (resource.builtIn) {
    case 'models':
      return openModels(access.twin.id, pinned, asking, of);
    case 'sql':
      return openDatabase(found, pinned, asking, of);
    case 'tables':
      return openFiles(access.twin.id, pinned, asking, of);
    default:
      return openOwn(found, resource.entitySets ?? [], asking, of);
  }
}
