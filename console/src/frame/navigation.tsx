import { Divider, NavLink, Text } from '@mantine/core';
import {
  IconApps,
  IconBook2,
  IconBuilding,
  IconBuildingBridge,
  IconCube,
  IconFolder,
  IconInfoCircle,
  IconListCheck,
  IconStack2,
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
      {person().organization && (
        <Item {...look} to="/organization" label="Organization" leftSection={<IconBuilding {...icon} />} />
      )}
      <Item {...look} to="/jobs" label="My jobs" leftSection={<IconListCheck {...icon} />} />
      <Item {...look} to="/webhooks" label="Webhooks" leftSection={<IconWebhook {...icon} />} />
      <Item {...look} to="/applications" label="Applications" leftSection={<IconApps {...icon} />} />
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
      <Item
        {...look}
        to="/twins/$twinId"
        params={params}
        activeOptions={{ exact: true }}
        label="Overview"
        leftSection={<IconInfoCircle {...icon} />}
      />
      <Item {...look} to="/twins/$twinId/files" params={params} label="Files" leftSection={<IconFolder {...icon} />} />
      <Item {...look} to="/twins/$twinId/models" params={params} label="Models" leftSection={<IconCube {...icon} />} />
      <Item
        {...look}
        to="/twins/$twinId/scenes"
        params={params}
        label="Scenes"
        leftSection={<IconStack2 {...icon} />}
      />
      <Item
        {...look}
        to="/twins/$twinId/members"
        params={params}
        label="Members"
        leftSection={<IconUsers {...icon} />}
      />
      <Item {...look} to="/twins/$twinId/jobs" params={params} label="Jobs" leftSection={<IconListCheck {...icon} />} />
    </>
  );
}
