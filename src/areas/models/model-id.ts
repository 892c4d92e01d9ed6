import { partsOfItemId } from '../../std/item-id.ts';

/** The id of the model that a file is: the item's GUID, the second 16 bytes of the file's id. */
export const modelIdOf = (fileId: string): string => partsOfItemId(fileId)?.guid ?? '';

/** Names of files that are models. */
export const isModelName = (name: string): boolean => /\.(ifc|ifczip|ifcxml)$/i.test(name);
