import { ActionIcon, Group, Loader } from '@mantine/core';
import { IconChevronDown, IconChevronRight, IconFolderFilled } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { Folder } from '../platform/files.ts';
import classes from './files.module.css';
import { foldersQuery } from './queries.ts';

interface TreeProps {
  readonly twinId: string;
  readonly folderId: string;
  /** Folders that are open from the start. */
  readonly open: readonly string[];
  /** What a folder looks like, and what happens when it is chosen. */
  readonly label: (folder: Folder) => ReactNode;
}

/** The folders below one, read when they are opened. */
export function Tree(props: TreeProps) {
  const { data } = useQuery(foldersQuery(props.twinId, props.folderId));
  if (data === undefined) return <Loader size="xs" m="xs" aria-label="Loading folders" />;
  return (
    <ul className={classes.branches}>
      {data.map((folder) => (
        <Branch key={folder.id} {...props} folder={folder} />
      ))}
    </ul>
  );
}

function Branch({ folder, ...props }: TreeProps & { readonly folder: Folder }) {
  const [chosen, choose] = useState<boolean>();
  const open = chosen ?? props.open.includes(folder.id);
  const Chevron = open ? IconChevronDown : IconChevronRight;
  return (
    <li>
      <Group gap={2} wrap="nowrap">
        <ActionIcon
          size="xs"
          variant="transparent"
          color="gray"
          aria-expanded={open}
          aria-label={`Folders in ${folder.displayName}`}
          onClick={() => choose(!open)}
        >
          <Chevron size={14} />
        </ActionIcon>
        <IconFolderFilled size={16} className={classes.folder} aria-hidden />
        {props.label(folder)}
      </Group>
      {open && <Tree {...props} folderId={folder.id} />}
    </li>
  );
}
