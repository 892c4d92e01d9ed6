import { Box, Button, Card, Grid, Group, Menu, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconDots, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { childrenQuery, myPermissionsQuery, removeTwin, type Twin, twinQuery } from '../../twins/queries.ts';
import { subClassName } from '../../twins/search.ts';
import { Star } from '../../twins/star.tsx';
import { StatusBadge } from '../../twins/status-badge.tsx';
import { Thumb } from '../../twins/thumb.tsx';
import { TwinForm } from '../../twins/twin-form.tsx';
import { TwinPicture } from '../../twins/twin-picture.tsx';
import { useChange } from '../../ui/change.tsx';
import { confirm } from '../../ui/confirm.tsx';
import { Facts } from '../../ui/facts.tsx';
import { dateTime } from '../../ui/format.ts';
import { TextLink } from '../../ui/links.tsx';
import { ListFoot } from '../../ui/list-foot.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Page } from '../../ui/page.tsx';
import { useWholeList, wholly } from '../../ui/whole-list.ts';
import { TopFiles } from './top-files.tsx';
import { TwinSections } from './twin-sections.tsx';

const route = getRouteApi('/twins/$twinId/');

/** A twin at a glance. */
export function OverviewPage() {
  const { twinId } = route.useParams();
  return <Loaded query={useQuery(twinQuery(twinId))}>{(twin) => <Overview twin={twin} />}</Loaded>;
}

function Overview({ twin }: { readonly twin: Twin }) {
  const mine = useQuery(myPermissionsQuery(twin.id)).data;
  const mayChange = mine?.has('twins_modify') ?? false;
  return (
    <Page
      title={twin.displayName}
      about={[subClassName(twin.subClass), twin.type].filter(Boolean).join(' · ')}
      actions={<Actions twin={twin} mayChange={mayChange} mayCreate={mine?.has('twins_create') ?? false} />}
    >
      <Grid gap="md">
        <Grid.Col span={{ base: 12, md: 8 }}>
          <Stack gap="md">
            <TwinSections twinId={twin.id} />
            <TopFiles twinId={twin.id} />
            <Children twin={twin} />
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 4 }}>
          <Card withBorder padding="md">
            <TwinPicture twin={twin} mayChange={mayChange} />
            <About twin={twin} />
          </Card>
        </Grid.Col>
      </Grid>
    </Page>
  );
}

function About({ twin }: { readonly twin: Twin }) {
  const place =
    twin.latitude === null || twin.longitude === null
      ? null
      : `${twin.latitude.toFixed(5)}°, ${twin.longitude.toFixed(5)}°`;
  return (
    <Facts
      facts={[
        ['Status', <StatusBadge key="status" status={twin.status} />],
        ['Number', twin.number === twin.id ? null : twin.number],
        ['Location', twin.geographicLocation],
        ['Coordinates', place],
        ['Time zone', twin.ianaTimeZone],
        ['Created', dateTime(twin.createdDateTime)],
        ['Changed', dateTime(twin.lastModifiedDateTime)],
        ['Id', <code key="id">{twin.id}</code>],
      ]}
    />
  );
}

function Actions({
  twin,
  mayChange,
  mayCreate,
}: {
  readonly twin: Twin;
  readonly mayChange: boolean;
  readonly mayCreate: boolean;
}) {
  const navigate = useNavigate();
  const [editing, edit] = useDisclosure(false);
  const [creating, create] = useDisclosure(false);
  const remove = useChange({
    run: () => removeTwin(twin.id),
    stale: [['favorites']],
    gone: [['twins']],
    says: () => `${twin.displayName} is deleted.`,
    done: () => void navigate({ to: '/twins' }),
  });
  const askToRemove = () =>
    confirm({
      title: `Delete ${twin.displayName}?`,
      text: 'Its files, members and everything else in it are no longer there for anybody. An operator of the server can bring it back for 30 days.',
      verb: 'Delete twin',
      onConfirm: () => remove.mutate(),
    });
  return (
    <>
      <Star twin={twin} />
      {mayChange && (
        <Button variant="default" leftSection={<IconPencil size={16} />} onClick={edit.open}>
          Edit
        </Button>
      )}
      {(mayChange || mayCreate) && (
        <Menu position="bottom-end">
          <Menu.Target>
            <Button variant="default" px="xs" aria-label="More actions">
              <IconDots size={16} />
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {mayCreate && (
              <Menu.Item leftSection={<IconPlus size={16} />} onClick={create.open}>
                Create twin below this one
              </Menu.Item>
            )}
            <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={askToRemove}>
              Delete twin
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
      {editing && <TwinForm twin={twin} onClose={edit.close} />}
      {creating && <TwinForm parentId={twin.id} onClose={create.close} />}
    </>
  );
}

const childrenAtOnce = 20;

function Children({ twin }: { readonly twin: Twin }) {
  const { data = [] } = useQuery(childrenQuery(twin.id));
  const list = useWholeList(wholly(data), {}, childrenAtOnce);
  if (data.length === 0) return null;
  return (
    <Box>
      <Text component="h2" fw={600} size="sm" mb="xs">
        Twins below this one
      </Text>
      <Stack gap="xs">
        {list.shown.map((child) => (
          <Group key={child.id} gap="sm" wrap="nowrap">
            <Thumb twin={child} size={28} />
            <TextLink to="/twins/$twinId" params={{ twinId: child.id }} size="sm">
              {child.displayName}
            </TextLink>
          </Group>
        ))}
      </Stack>
      {data.length > childrenAtOnce && <ListFoot list={list} of="twin" many="twins" />}
    </Box>
  );
}
