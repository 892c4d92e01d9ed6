import { Badge, Button, Card, Group, Text, TextInput } from '@mantine/core';
import { useDebouncedCallback, useDisclosure } from '@mantine/hooks';
import { IconBooks, IconPlus, IconSearch } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { Empty } from '../../ui/empty.tsx';
import { TextLink } from '../../ui/links.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { More } from '../../ui/more.tsx';
import classes from '../library.module.css';
import { LibraryFrame } from '../library-frame.tsx';
import { Picture } from '../picture.tsx';
import { type Catalog, catalogsQuery, type Thumbnail, thumbnailsQuery } from '../queries.ts';
import { ImportButton } from './archives.tsx';
import { CatalogDialog } from './catalog-dialog.tsx';

const route = getRouteApi('/library/catalogs');

/** The catalogs of the library, with their pictures. */
export function CatalogsPage() {
  const { find = '' } = route.useSearch();
  const navigate = useNavigate();
  const query = useInfiniteQuery(catalogsQuery(find));
  const pictures = useQuery(
    thumbnailsQuery(
      'catalogs',
      (query.data ?? []).map(({ id }) => id),
    ),
  ).data;
  const [creating, { open, close }] = useDisclosure(false);
  const search = useDebouncedCallback(
    (text: string) => void navigate({ to: '/library/catalogs', search: text ? { find: text } : {}, replace: true }),
    300,
  );
  return (
    <LibraryFrame
      path="/library/catalogs"
      actions={({ mayWrite, mayUpload }) =>
        mayWrite && (
          <>
            {mayUpload && <ImportButton />}
            <Button leftSection={<IconPlus size={16} />} onClick={open}>
              New catalog
            </Button>
          </>
        )
      }
    >
      {({ mayWrite }) => (
        <>
          <TextInput
            mb="md"
            maw={360}
            type="search"
            aria-label="Search catalogs"
            placeholder="Search by words"
            leftSection={<IconSearch size={15} />}
            defaultValue={find}
            onChange={(event) => search(event.currentTarget.value.trim())}
          />
          <Loaded query={query}>
            {(catalogs) =>
              catalogs.length === 0 ? (
                <Empty
                  icon={IconBooks}
                  title={find ? 'No catalog fits' : 'No catalogs yet'}
                  text={
                    find
                      ? 'Search for a part of the name or a hashtag.'
                      : 'A catalog groups components: the doors of a region, what a maker offers. A component can be in several.'
                  }
                >
                  {!find && mayWrite && <Button onClick={open}>New catalog</Button>}
                </Empty>
              ) : (
                <>
                  <ul className={classes.grid} aria-label="Catalogs">
                    {catalogs.map((catalog) => (
                      <li key={catalog.id}>
                        <CatalogCard catalog={catalog} thumbnail={pictures?.get(catalog.id)} />
                      </li>
                    ))}
                  </ul>
                  <More query={query} shown={catalogs.length} of="catalog" many="catalogs" />
                </>
              )
            }
          </Loaded>
          {creating && (
            <CatalogDialog
              onSaved={({ id: catalogId }) =>
                void navigate({ to: '/library/catalogs/$catalogId', params: { catalogId } })
              }
              onClose={close}
            />
          )}
        </>
      )}
    </LibraryFrame>
  );
}

const CatalogCard = (props: { readonly catalog: Catalog; readonly thumbnail: Thumbnail | undefined }) => {
  const { id, displayName, description, region, hashtags } = props.catalog;
  return (
    <Card withBorder padding={0} className={classes.card}>
      <Picture thumbnail={props.thumbnail} sign={IconBooks} />
      <div className={classes.text}>
        <TextLink to="/library/catalogs/$catalogId" params={{ catalogId: id }} size="sm" className={classes.name ?? ''}>
          {displayName}
        </TextLink>
        {region && <Text size="xs">{region}</Text>}
        {description && (
          <Text size="xs" c="dimmed" lineClamp={2}>
            {description}
          </Text>
        )}
        <Group gap={4} mt={6}>
          {hashtags.slice(0, 4).map((tag) => (
            <Badge key={tag} size="sm" variant="light" color="gray" tt="none">
              #{tag}
            </Badge>
          ))}
        </Group>
      </div>
    </Card>
  );
};
