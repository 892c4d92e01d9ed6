import { Anchor, Badge, Card, Group, Stack, Table, Text, TextInput, UnstyledButton } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconBuildingStore, IconCube, IconSearch } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Side } from '../../ui/dialog.tsx';
import { Empty } from '../../ui/empty.tsx';
import { bytes } from '../../ui/format.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { More } from '../../ui/more.tsx';
import { Page } from '../../ui/page.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { tableOf } from '../component/variation-table.ts';
import classes from '../library.module.css';
import { Picture } from '../picture.tsx';
import { brandThumbnailsQuery, type Thumbnail } from '../queries.ts';
import { Section } from '../section.tsx';
import { type BrandComponent, brandComponentsQuery, brandDetailsQuery, brandQuery } from './queries.ts';

const route = getRouteApi('/library/brands/$brandId');

/** The components that a brand shows. */
export function BrandPage() {
  const { brandId } = route.useParams();
  const { find = '' } = route.useSearch();
  const navigate = useNavigate();
  const brand = useQuery(brandQuery(brandId));
  const query = useInfiniteQuery(brandComponentsQuery(brandId, find));
  const [shown, show] = useState<BrandComponent>();
  const search = useDebouncedCallback(
    (text: string) =>
      void navigate({
        to: '/library/brands/$brandId',
        params: { brandId },
        search: text ? { find: text } : {},
        replace: true,
      }),
    300,
  );
  return (
    <Loaded query={brand}>
      {({ displayName, description }) => (
        <Page title={displayName} about={description ?? ''}>
          <TextInput
            mb="md"
            maw={360}
            type="search"
            aria-label="Search by words"
            placeholder="Search by words"
            leftSection={<IconSearch size={15} />}
            defaultValue={find}
            onChange={(event) => search(event.currentTarget.value.trim())}
          />
          <Loaded query={query}>
            {(components) =>
              components.length === 0 ? (
                <Empty
                  icon={IconBuildingStore}
                  title={find ? 'No component fits' : 'Nothing is published'}
                  text={
                    find
                      ? 'Search for a part of the name or a hashtag.'
                      : 'The organization of this brand has published no component yet.'
                  }
                />
              ) : (
                <>
                  <BrandGrid brandId={brandId} components={components} show={show} />
                  <More query={query} shown={components.length} of="component" many="components" />
                </>
              )
            }
          </Loaded>
          {shown && (
            <Side onClose={() => show(undefined)} title={shown.displayName}>
              <Details brandId={brandId} component={shown} />
            </Side>
          )}
        </Page>
      )}
    </Loaded>
  );
}

function BrandGrid(props: {
  readonly brandId: string;
  readonly components: readonly BrandComponent[];
  readonly show: (component: BrandComponent) => void;
}) {
  const { brandId, components, show } = props;
  const ids = components.map(({ id }) => id);
  const pictures = useQuery(brandThumbnailsQuery(brandId, ids)).data;
  return (
    <ul className={classes.grid} aria-label="Components">
      {components.map((one) => (
        <li key={one.id}>
          <UnstyledButton w="100%" h="100%" onClick={() => show(one)}>
            <BrandCard component={one} thumbnail={pictures?.get(one.id)} />
          </UnstyledButton>
        </li>
      ))}
    </ul>
  );
}

const BrandCard = ({
  component: { displayName, description, supportedFileTypes },
  thumbnail,
}: {
  readonly component: BrandComponent;
  readonly thumbnail: Thumbnail | undefined;
}) => (
  <Card withBorder padding={0} className={classes.card}>
    <Picture thumbnail={thumbnail} sign={IconCube} />
    <div className={classes.text}>
      <Text span size="sm" className={classes.name ?? ''}>
        {displayName}
      </Text>
      {description && (
        <Text size="xs" c="dimmed" lineClamp={2}>
          {description}
        </Text>
      )}
      <Group gap={4} mt={6}>
        {supportedFileTypes.map((type) => (
          <Badge key={type} variant="outline" color="gray" size="sm">
            {type}
          </Badge>
        ))}
      </Group>
    </div>
  </Card>
);

function Details({ brandId, component }: { readonly brandId: string; readonly component: BrandComponent }) {
  const query = useQuery(brandDetailsQuery(brandId, component.id));
  return (
    <Loaded query={query}>
      {({ documents, variations, webLinks }) => {
        const { columns, rows } = tableOf(variations);
        const picture = documents.find(({ purpose }) => purpose === 'Thumbnail')?._links.fileUrl?.href;
        return (
          <>
            {picture && (
              <div className={classes.picture}>
                <img src={picture} alt="" />
              </div>
            )}
            <Text size="sm">{component.description}</Text>
            <Section title="Documents">
              <Stack gap={4}>
                {documents.length === 0 && <Text size="sm">None.</Text>}
                {documents.map(({ id, displayName, extension, size, _links }) => (
                  <Anchor size="sm" key={id} href={_links.fileUrl?.href} download={`${displayName}.${extension}`}>
                    {displayName}.{extension} ({bytes(size)})
                  </Anchor>
                ))}
              </Stack>
            </Section>
            {rows.length > 0 && (
              <Section title="Variations">
                <Sheet label="Variations" wide>
                  <Table.Thead>
                    <Table.Tr>
                      {['Name', ...columns].map((column) => (
                        <Table.Th key={column}>{column}</Table.Th>
                      ))}
                    </Table.Tr>
                  </Table.Thead>
                  <Table.Tbody>
                    {rows.map(({ variation, cells }) => (
                      <Table.Tr key={variation.id}>
                        <Table.Td>{variation.displayName}</Table.Td>
                        {cells.map((cell, at) => (
                          <Table.Td key={columns[at]}>{cell}</Table.Td>
                        ))}
                      </Table.Tr>
                    ))}
                  </Table.Tbody>
                </Sheet>
              </Section>
            )}
            {webLinks.length > 0 && (
              <Section title="Web links">
                <Stack gap={4}>
                  {webLinks.map(({ id, displayName, uri }) => (
                    <Anchor size="sm" key={id} href={uri} target="_blank" rel="noreferrer noopener">
                      {displayName}
                    </Anchor>
                  ))}
                </Stack>
              </Section>
            )}
          </>
        );
      }}
    </Loaded>
  );
}
