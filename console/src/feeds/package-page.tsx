import { Alert, Card, Grid, List, Stack, Table, Text } from '@mantine/core';
import { IconAlertTriangle, IconLock, IconTable } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Empty } from '../ui/empty.tsx';
import { count, plural } from '../ui/format.ts';
import { LinkButton, TextLink } from '../ui/links.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Page } from '../ui/page.tsx';
import type { FeedSet } from './columns.ts';
import { FeedAddress } from './feed-address.tsx';
import { PackageRoles } from './package-roles.tsx';
import { Preparing } from './preparing.tsx';
import { faultsName, faultsQuery, feedAddress, type Package, packagesQuery, setsQuery } from './queries.ts';

const route = getRouteApi('/twins/$twinId/feeds/$uniqueName');

/** One package: its sets, its address, and who may use it. */
export function PackagePage() {
  const { twinId, uniqueName } = route.useParams();
  return (
    <Loaded query={useQuery(packagesQuery(twinId))}>
      {(packages) => {
        const found = packages.find((one) => one.uniqueName === uniqueName);
        return found ? <Whole twinId={twinId} of={found} /> : <Gone twinId={twinId} />;
      }}
    </Loaded>
  );
}

const Gone = ({ twinId }: { readonly twinId: string }) => (
  <Page title="Data feed">
    <Empty
      icon={IconTable}
      title="There is no such package"
      text="The organization that owns the twin has it no longer."
    >
      <LinkButton variant="default" to="/twins/$twinId/feeds" params={{ twinId }}>
        All packages
      </LinkButton>
    </Empty>
  </Page>
);

interface OfPackage {
  readonly twinId: string;
  readonly of: Package;
}

const Whole = ({ twinId, of }: OfPackage) => (
  <Page
    title={of.name}
    about={
      <>
        {of.description}{' '}
        <TextLink to="/twins/$twinId/feeds" params={{ twinId }} size="sm" underline="always">
          All packages
        </TextLink>
      </>
    }
  >
    <Grid gap="md">
      <Grid.Col span={{ base: 12, md: 7 }}>
        {of.mayExecute ? (
          <Sets twinId={twinId} of={of} />
        ) : (
          <Empty
            icon={IconLock}
            title="You may not read this package"
            text="Ask an owner of the twin to let one of your roles use it. What you see is never more than your roles let you read anyway."
          />
        )}
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 5 }}>
        <Stack>
          {of.isOdata && <FeedAddress address={feedAddress(twinId, of.uniqueName)} title="Address of the feed" />}
          <Card withBorder padding="md">
            <PackageRoles twinId={twinId} uniqueName={of.uniqueName} />
          </Card>
        </Stack>
      </Grid.Col>
    </Grid>
  </Page>
);

const nothing: Readonly<Record<string, string>> = {
  TWIN_TABLES:
    'Put CSV files, workbooks (.xlsx), JSON or SQLite files into a folder named Tables at the top of Files; each becomes a set.',
};

function Sets({ twinId, of }: OfPackage) {
  const query = useQuery(setsQuery(twinId, of.uniqueName));
  if (!of.isOdata) {
    return (
      <Text size="sm">This package has no rows to look at. Programs and timers execute it and get its answer.</Text>
    );
  }
  return (
    <>
      <Preparing query={query} />
      <Loaded query={query}>
        {(all) => {
          const sets = all.filter(({ name }) => name !== faultsName);
          return (
            <Stack>
              {sets.length === 0 ? (
                <Empty
                  icon={IconTable}
                  title="No sets"
                  text={nothing[of.uniqueName] ?? 'There is no table in it that can be read.'}
                />
              ) : (
                <SetList twinId={twinId} uniqueName={of.uniqueName} sets={sets} />
              )}
              {sets.length < all.length && <Faults twinId={twinId} uniqueName={of.uniqueName} />}
            </Stack>
          );
        }}
      </Loaded>
    </>
  );
}

const SetList = (props: {
  readonly twinId: string;
  readonly uniqueName: string;
  readonly sets: readonly FeedSet[];
}) => (
  <div className="surface sheet">
    <Table highlightOnHover verticalSpacing={5} aria-label="Sets">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Set</Table.Th>
          <Table.Th>Columns</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {props.sets.map(({ name, columns }) => (
          <Table.Tr key={name}>
            <Table.Td miw={130}>
              <TextLink
                to="/twins/$twinId/feeds/$uniqueName/$set"
                params={{ twinId: props.twinId, uniqueName: props.uniqueName, set: name }}
                fw={500}
                fz="sm"
              >
                {name}
              </TextLink>
            </Table.Td>
            <Table.Td>
              <Text size="xs" c="dimmed" lineClamp={2} title={columns.map(({ label }) => label).join(', ')}>
                {count(columns.length)}: {columns.map(({ label }) => label).join(', ')}
              </Text>
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  </div>
);

const shownFaults = 50;

function Faults({ twinId, uniqueName }: { readonly twinId: string; readonly uniqueName: string }) {
  const { data = [] } = useQuery(faultsQuery(twinId, uniqueName));
  if (data.length === 0) return null;
  return (
    <Alert
      color="orange"
      variant="light"
      icon={<IconAlertTriangle size={18} />}
      title={`${plural(data.length, 'table')} could not be read`}
    >
      <List size="sm">
        {data.slice(0, shownFaults).map(({ File, Reason }) => (
          <List.Item key={`${File}`} style={{ overflowWrap: 'anywhere' }}>
            <b>{File}</b>: {Reason}
          </List.Item>
        ))}
      </List>
      {data.length > shownFaults && <Text size="sm">… and {plural(data.length - shownFaults, 'more', 'more')}</Text>}
    </Alert>
  );
}
