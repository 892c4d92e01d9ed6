import { Badge, Button, Group, Menu, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconArchive, IconPencil, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { ActionsMenu } from '../../ui/actions-menu.tsx';
import { useChange } from '../../ui/change.tsx';
import { confirm } from '../../ui/confirm.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Page } from '../../ui/page.tsx';
import { removeCatalog } from '../actions.ts';
import { Documents } from '../component/documents.tsx';
import { WebLinks } from '../component/web-links.tsx';
import { commonOf, mayTake } from '../intake/common.ts';
import { IntakeArea, IntakeButtons } from '../intake/intake-area.tsx';
import { IntakePanel } from '../intake/intake-panel.tsx';
import { ComponentList, NoComponents } from '../list/component-list.tsx';
import { type Catalog, catalogKeys, catalogQuery } from '../queries.ts';
import type { LibrarySearch } from '../search.ts';
import { useLibraryRights } from '../use-rights.ts';
import { ExportDialog } from './archives.tsx';
import { CatalogDialog } from './catalog-dialog.tsx';

const route = getRouteApi('/library/catalogs/$catalogId');

/** A catalog: what is said of it, and its components. */
export function CatalogPage() {
  const { catalogId } = route.useParams();
  const query = useQuery(catalogQuery(catalogId));
  return <Loaded query={query}>{(catalog) => <CatalogView key={catalog.id} catalog={catalog} />}</Loaded>;
}

function CatalogView({ catalog }: { readonly catalog: Catalog }) {
  const { id, displayName, description, region, hashtags } = catalog;
  const search = route.useSearch();
  const navigate = useNavigate();
  const rights = useLibraryRights();
  const common = commonOf({ ...search, catalog: id });
  const takes = mayTake(rights);
  const set = ({ catalog: _, ...next }: LibrarySearch) =>
    void navigate({ to: '/library/catalogs/$catalogId', params: { catalogId: id }, search: next, replace: true });
  return (
    <Page
      title={displayName}
      about={description ?? ''}
      actions={
        <>
          {takes && <IntakeButtons common={common} />}
          <CatalogActions catalog={catalog} mayWrite={rights.mayWrite} />
        </>
      }
    >
      <Group gap={6} mb="md">
        {region && <Text size="sm">{region}</Text>}
        {hashtags.map((tag) => (
          <Badge key={tag} variant="light" color="gray" tt="none">
            #{tag}
          </Badge>
        ))}
      </Group>
      <IntakeArea common={takes ? common : undefined} into={displayName}>
        <IntakePanel />
        <ComponentList
          search={search}
          set={set}
          projectId={undefined}
          catalogId={id}
          none={
            <NoComponents
              text={
                takes
                  ? 'Drop design files here to make components in this catalog, or choose it in the dialog Edit of a component.'
                  : 'Components are put into a catalog where they are edited.'
              }
            />
          }
        />
      </IntakeArea>
      <Documents parent={{ kind: 'catalog', id }} projectId={undefined} mayWrite={rights.mayWrite} />
      <WebLinks parent={{ kind: 'catalog', id }} projectId={undefined} mayWrite={rights.mayWrite} />
    </Page>
  );
}

function CatalogActions({ catalog, mayWrite }: { readonly catalog: Catalog; readonly mayWrite: boolean }) {
  const { id, displayName } = catalog;
  const navigate = useNavigate();
  const [editing, edit] = useDisclosure(false);
  const [exporting, save] = useDisclosure(false);
  const remove = useChange({
    run: () => removeCatalog(id),
    stale: [...catalogKeys, ['library', 'components']],
    says: () => `${displayName} is deleted.`,
    done: () => void navigate({ to: '/library/catalogs' }),
  });
  const askToRemove = () =>
    confirm({
      title: `Delete the catalog ${displayName}?`,
      text: 'Its documents and web links go with it. Its components stay in the library.',
      verb: 'Delete',
      onConfirm: () => remove.mutate(),
    });
  return (
    <>
      {mayWrite && (
        <Button variant="default" leftSection={<IconPencil size={16} />} onClick={edit.open}>
          Edit
        </Button>
      )}
      <ActionsMenu of={displayName}>
        <Menu.Item leftSection={<IconArchive size={16} />} onClick={save.open}>
          Save as an archive
        </Menu.Item>
        {mayWrite && (
          <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={askToRemove}>
            Delete
          </Menu.Item>
        )}
      </ActionsMenu>
      {exporting && <ExportDialog catalog={catalog} onClose={save.close} />}
      {editing && <CatalogDialog catalog={catalog} onClose={edit.close} />}
    </>
  );
}
