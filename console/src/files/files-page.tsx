import { ActionIcon, Breadcrumbs, Menu, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconDots, IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import type { Folder } from '../platform/files.ts';
import { topQuery } from '../platform/files.ts';
import { myPermissionsQuery } from '../twins/queries.ts';
import { MenuLink, TextLink } from '../ui/links.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Page } from '../ui/page.tsx';
import { useDropTarget } from '../ui/upload/drop-target.ts';
import { FileDrawer } from './file-drawer.tsx';
import classes from './files.module.css';
import { ItemList } from './item-list.tsx';
import { trailQuery } from './queries.ts';
import { Toolbar } from './toolbar.tsx';
import { Tree } from './tree.tsx';

const route = getRouteApi('/twins/$twinId/files');

/** The files of a twin. */
export function FilesPage() {
  const { twinId } = route.useParams();
  return (
    <Loaded query={useQuery(topQuery(twinId))}>{({ rootId }) => <Files twinId={twinId} rootId={rootId} />}</Loaded>
  );
}

function Files({ twinId, rootId }: { readonly twinId: string; readonly rootId: string }) {
  const { folder: folderId = rootId, find, file } = route.useSearch();
  const navigate = useNavigate({ from: '/twins/$twinId/files' });
  const { data: trail = [] } = useQuery(trailQuery(twinId, folderId, rootId));
  const mine = useQuery(myPermissionsQuery(twinId)).data;
  const mayWrite = mine?.has('storage_write') ?? false;
  const target = { twinId, folderId, place: trail.map(({ displayName }) => displayName).join('/') };
  useDropTarget('page', mayWrite ? { target } : undefined);
  return (
    <Page title="Files" actions={<Toolbar target={target} mayWrite={mayWrite} />}>
      <div className={classes.panes}>
        <nav className={`surface ${classes.tree}`} aria-label="Folders">
          <FolderLink
            twinId={twinId}
            folder={{ id: rootId, displayName: 'Top folder' }}
            rootId={rootId}
            current={folderId}
          />
          <Tree
            key={trail.map(({ id }) => id).join()}
            twinId={twinId}
            folderId={rootId}
            open={trail.map(({ id }) => id)}
            label={(one) => <FolderLink twinId={twinId} folder={one} rootId={rootId} current={folderId} />}
          />
        </nav>
        <div className={classes.zone}>
          <div className={classes.bar}>
            <Trail twinId={twinId} trail={trail} />
            <Find key={folderId} find={find} />
          </div>
          <ItemList
            key={`${folderId} ${find}`}
            rootId={rootId}
            target={target}
            find={find}
            mayWrite={mayWrite}
            mayDelete={mine?.has('storage_delete') ?? false}
          />
        </div>
      </div>
      {file && (
        <FileDrawer
          twinId={twinId}
          fileId={file}
          mayWrite={mayWrite}
          onClose={() => void navigate({ search: ({ file: _, ...rest }) => rest })}
        />
      )}
    </Page>
  );
}

function FolderLink(props: {
  readonly twinId: string;
  readonly folder: Pick<Folder, 'id' | 'displayName'>;
  readonly rootId: string;
  readonly current: string;
}) {
  const { id, displayName } = props.folder;
  const here = id === props.current;
  const intoSight = (link: HTMLAnchorElement | null) => {
    if (here) link?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  };
  return (
    <TextLink
      to="/twins/$twinId/files"
      params={{ twinId: props.twinId }}
      search={id === props.rootId ? {} : { folder: id }}
      ref={intoSight}
      className={classes.branch}
      c="inherit"
      fz="sm"
      underline="never"
      activeOptions={{ exact: true, includeSearch: true }}
      data-active={here || undefined}
      aria-current={here ? 'true' : undefined}
    >
      {displayName}
    </TextLink>
  );
}

/** Folders of a path that have a place in it; those above are behind a button. */
const mostShown = 3;

function Trail({ twinId, trail }: { readonly twinId: string; readonly trail: readonly Folder[] }) {
  const above = trail.length > mostShown ? trail.slice(0, -mostShown) : [];
  const last = trail.slice(-mostShown);
  return (
    <Breadcrumbs component="nav" aria-label="Path" separatorMargin={6} className={classes.trail}>
      <TextLink to="/twins/$twinId/files" params={{ twinId }} fz="sm">
        Top folder
      </TextLink>
      {above.length > 0 && <Between twinId={twinId} folders={above} />}
      {last.map(({ id, displayName }) => (
        <TextLink key={id} to="/twins/$twinId/files" params={{ twinId }} search={{ folder: id }} fz="sm">
          {displayName}
        </TextLink>
      ))}
    </Breadcrumbs>
  );
}

function Between({ twinId, folders }: { readonly twinId: string; readonly folders: readonly Folder[] }) {
  return (
    <Menu>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="sm" aria-label={`${folders.length} folders between`}>
          <IconDots size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown mah={320} style={{ overflowY: 'auto' }}>
        {folders.map(({ id, displayName }) => (
          <MenuLink key={id} to="/twins/$twinId/files" params={{ twinId }} search={{ folder: id }}>
            {displayName}
          </MenuLink>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function Find({ find }: { readonly find: string | undefined }) {
  const navigate = useNavigate({ from: '/twins/$twinId/files' });
  const search = useDebouncedCallback((text: string) => {
    void navigate({ search: ({ find: _, ...rest }) => (text ? { ...rest, find: text } : rest), replace: true });
  }, 300);
  return (
    <TextInput
      size="xs"
      w={{ base: '100%', xs: 260 }}
      type="search"
      aria-label="Search in this folder and below"
      placeholder="Search in this folder and below"
      leftSection={<IconSearch size={14} />}
      defaultValue={find ?? ''}
      onChange={(event) => search(event.currentTarget.value.trim())}
    />
  );
}
