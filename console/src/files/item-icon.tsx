import {
  type Icon,
  IconCube,
  IconFile,
  IconFileText,
  IconFileTypePdf,
  IconFileZip,
  IconFolderFilled,
  IconPhoto,
  IconTable,
} from '@tabler/icons-react';
import { endingOf } from '../platform/file-name.ts';
import type { Item } from '../platform/files.ts';
import classes from './files.module.css';
import { previewOf } from './kinds.ts';

const special: Readonly<Record<string, Icon>> = {
  ifc: IconCube,
  ifczip: IconCube,
  glb: IconCube,
  obj: IconCube,
  csv: IconTable,
  xlsx: IconTable,
  zip: IconFileZip,
};
const usual = { image: IconPhoto, pdf: IconFileTypePdf, text: IconFileText } as const;

export function ItemIcon({ item }: { readonly item: Pick<Item, 'type' | 'displayName'> }) {
  if (item.type === 'folder') return <IconFolderFilled size={20} className={classes.folder} aria-label="Folder" />;
  const kind = previewOf(item.displayName);
  const Sign = special[endingOf(item.displayName)] ?? (kind ? usual[kind] : IconFile);
  return <Sign size={20} stroke={1.5} className={classes.file} aria-label="File" />;
}
