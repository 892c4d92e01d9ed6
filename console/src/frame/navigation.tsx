import { Divider, NavLink, Text } from '@mantine/core';
import {
  IconActivity,
  IconApps,
  IconBook2,
  IconBooks,
  IconBuilding,
  IconBuildingBridge,
  IconCamera,
  IconCube,
  IconFolder,
  IconForms,
  IconInfoCircle,
  IconLeaf,
  IconListCheck,
  IconScan,
  IconStack2,
  IconStack3,
  IconTable,
  IconTarget,
  IconTopologyStar3,
  IconUsers,
  IconWebhook,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { person } from '../platform/session.ts';
import { twinQuery } from '../twins/queries.ts';
import { NavigationLink as Item } from '../ui/links.tsx';
import classes from './shell.module.css';

const icon = { size: 18, stroke: 1.6 };
const look = { className: classes.link, activeProps: { 'data-active': true, 'aria-current': 'page' } } as const;

/** Where one can go: what belongs to the twin that is open, and what does not belong to one. */
export function Navigation() {
  const { twinId } = useParams({ strict: false });
  return (
    <>
      <Item
        {...look}
        to="/twins"
        activeOptions={{ exact: true, includeSearch: false }}
        label="Twins"
        leftSection={<IconBuildingBridge {...icon} />}
      />
      {twinId && <TwinItems twinId={twinId} />}
      <Divider my="xs" color="var(--line)" />
      <Item {...look} to="/library" label="Library" leftSection={<IconBooks {...icon} />} />
      <Item {...look} to="/detectors" label="Detectors" leftSection={<IconTarget {...icon} />} />
      {person().organization && (
        <Item {...look} to="/organization" label="Organization" leftSection={<IconBuilding {...icon} />} />
      )}
      <Item {...look} to="/jobs" label="My jobs" leftSection={<IconListCheck {...icon} />} />
      <Item {...look} to="/webhooks" label="Webhooks" leftSection={<IconWebhook {...icon} />} />
      <Item {...look} to="/applications" label="Applications" leftSection={<IconApps {...icon} />} />
      <Item {...look} to="/requests" label="Requests" leftSection={<IconActivity {...icon} />} />
      <NavLink
        className={classes.link}
        href="/reference"
        target="_blank"
        label="API reference"
        leftSection={<IconBook2 {...icon} />}
      />
    </>
  );
}

/** The pages of a twin, in the order in which they are shown. */
const twinPlaces = [
  { to: '/twins/$twinId', label: 'Overview', icon: IconInfoCircle },
  { to: '/twins/$twinId/files', label: 'Files', icon: IconFolder },
  { to: '/twins/$twinId/models', label: 'Models', icon: IconCube },
  { to: '/twins/$twinId/reality', label: 'Reality data', icon: IconStack3 },
  { to: '/twins/$twinId/capture', label: 'Photogrammetry', icon: IconCamera },
  { to: '/twins/$twinId/analysis', label: 'Analysis', icon: IconScan },
  { to: '/twins/$twinId/scenes', label: 'Scenes', icon: IconStack2 },
  { to: '/twins/$twinId/forms', label: 'Forms', icon: IconForms },
  { to: '/twins/$twinId/drawings', label: 'Drawings', icon: IconTopologyStar3 },
  { to: '/twins/$twinId/carbon', label: 'Carbon', icon: IconLeaf },
  { to: '/twins/$twinId/library', label: 'Library', icon: IconBooks },
  { to: '/twins/$twinId/feeds', label: 'Data feeds', icon: IconTable },
  { to: '/twins/$twinId/members', label: 'Members', icon: IconUsers },
  { to: '/twins/$twinId/jobs', label: 'Jobs', icon: IconListCheck },
] as const;

function TwinItems({ twinId }: { readonly twinId: string }) {
  const { data: twin } = useQuery(twinQuery(twinId));
  if (twin === undefined) return null;
  const params = { twinId };
  return (
    <>
      <Divider my="xs" color="var(--line)" />
      <Text size="xs" fw={600} c="dimmed" px="0.6rem" pb={4} truncate title={twin.displayName}>
        {twin.displayName}
      </Text>
      {twinPlaces.map(({ to, label, icon: Sign }) => (
        <Item
          key={to}
          {...look}
          to={to}
          params={params}
          activeOptions={{ exact: to === '/twins/$twinId' }}
          label={label}
          leftSection={<Sign {...icon} />}
        />
      ))}
    </>
  );
}
