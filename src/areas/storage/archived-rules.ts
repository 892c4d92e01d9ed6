import type { ArchiveKind, CheckedBy, RecordFault, StoredRow } from '../../api/archive/kind.ts';
import { countable } from '../../api/archive/rules.ts';
import { integer, oneOf } from '../../kernel/schema/shapes.ts';
import { fold } from '../../std/text.ts';
import { itemCreate } from './item/schema.ts';
import { isWritableName } from './names.ts';
import { deepest } from './rules.ts';
import { folderKind } from './tables.ts';

/** What the API demands of files and folders that an archive has. */
export const itemRules: Pick<ArchiveKind, 'shapes' | 'check'> = {
  shapes: {
    kind: integer({ minimum: 0, maximum: 1 }),
    state: oneOf(['live', 'recycled']),
    description: itemCreate.properties.description,
    size: countable,
  },
  check: itemFault,
};

const wrong = (member: string, why: string): RecordFault => ({ member, why });

function itemFault(item: StoredRow, by: CheckedBy): RecordFault | undefined {
  const { id, parentId } = item;
  const isFolder = item.kind === folderKind;
  if (parentId === undefined) {
    if (!isFolder || item.state !== 'live') return wrong('kind', 'must be that of a folder, since it is the root');
    if (!by.note('root')) return { ...wrong('parentId', 'is missing'), missing: 'above it' };
    by.note(`folder ${String(id)} 0`);
    return undefined;
  }
  const level = levelOf(String(parentId), by);
  if (level === undefined) return noFolder(String(parentId), by);
  if (isFolder && level >= deepest) return wrong('parentId', `lies deeper than ${deepest} levels`);
  if (isFolder) by.note(`folder ${String(id)} ${level + 1}`);
  else by.note(`file ${String(id)}`);
  if (!isFolder && item.state === 'live' && item.blobId === undefined) return wrong('blobId', 'is required');
  return nameFault(item, isFolder, by);
}

function noFolder(id: string, by: CheckedBy): RecordFault {
  const fault = wrong('parentId', 'must be that of a folder');
  return by.noted(`file ${id}`) ? fault : { ...fault, missing: id };
}

/** How deep a folder lies that stands before. */
function levelOf(folder: string, by: CheckedBy): number | undefined {
  for (let level = 0; level <= deepest; level++) if (by.noted(`folder ${folder} ${level}`)) return level;
  return undefined;
}

function nameFault({ name, parentId, state }: StoredRow, isFolder: boolean, by: CheckedBy): RecordFault | undefined {
  const text = String(name);
  if (!isWritableName(text, isFolder ? [] : by.refusedExtensions)) return wrong('name', 'is no name that may be given');
  const isFree = state !== 'live' || by.note(`name ${String(parentId)} ${isFolder} ${fold(text)}`);
  return isFree ? undefined : wrong('name', 'is taken in its folder');
}
