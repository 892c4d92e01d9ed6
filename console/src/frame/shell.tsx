import { ActionIcon, AppShell, Burger, Group, Menu, Text, UnstyledButton } from '@mantine/core';
import { useDisclosure, useLocalStorage } from '@mantine/hooks';
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand, IconLogout, IconUser } from '@tabler/icons-react';
import { Link, Outlet, useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';
import { person, signOut } from '../platform/session.ts';
import { settings } from '../platform/settings.ts';
import { Brand } from './brand.tsx';
import { Navigation } from './navigation.tsx';
import { SchemeSwitch } from './scheme-switch.tsx';
import classes from './shell.module.css';

/** The frame of every page: who is signed in above, where one can go at the left. */
export function Shell() {
  const [open, { toggle, close }] = useDisclosure(false);
  const [folded, fold] = useLocalStorage({
    key: 'console.navigation-folded',
    defaultValue: false,
    getInitialValueInEffect: false,
  });
  const path = useRouterState({ select: (state) => state.location.pathname });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the menu of a phone closes when the address changes
  useEffect(close, [path]);
  return (
    <AppShell
      header={{ height: 52 }}
      navbar={{ width: 224, breakpoint: 'sm', collapsed: { mobile: !open, desktop: folded } }}
      padding={{ base: 'sm', sm: 'lg' }}
    >
      <a className={classes.skip} href="#main">
        Skip to the content
      </a>
      <AppShell.Header className={classes.header}>
        <Group h="100%" px="md" justify="space-between" wrap="nowrap">
          <Group gap="sm" wrap="nowrap">
            <Burger
              opened={open}
              onClick={toggle}
              hiddenFrom="sm"
              size="sm"
              aria-label="Navigation"
              aria-expanded={open}
            />
            <ActionIcon
              visibleFrom="sm"
              variant="subtle"
              color="gray"
              aria-label={folded ? 'Show the menu' : 'Fold the menu'}
              aria-expanded={!folded}
              onClick={() => fold(!folded)}
            >
              {folded ? (
                <IconLayoutSidebarLeftExpand size={20} stroke={1.6} />
              ) : (
                <IconLayoutSidebarLeftCollapse size={20} stroke={1.6} />
              )}
            </ActionIcon>
            <Link to="/twins" className={classes.home}>
              <Brand />
            </Link>
          </Group>
          <Group gap={4} wrap="nowrap">
            <SchemeSwitch />
            <PersonMenu />
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar className={classes.navbar} p="sm" aria-label="Main">
        <Navigation />
      </AppShell.Navbar>
      <AppShell.Main id="main" className={classes.main} tabIndex={-1}>
        <Outlet />
      </AppShell.Main>
    </AppShell>
  );
}

function PersonMenu() {
  const { name, email, organization } = person();
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <ActionIcon
          component={UnstyledButton}
          variant="default"
          size="lg"
          radius="xl"
          aria-label={`${initials(name)}, account of ${name}`}
        >
          <Text size="xs" fw={600}>
            {initials(name)}
          </Text>
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <Text size="sm" fw={600} c="var(--mantine-color-text)">
            {name}
          </Text>
          <Text size="xs" style={{ overflowWrap: 'anywhere' }}>
            {email}
          </Text>
          {organization && <Text size="xs">{organization}</Text>}
        </Menu.Label>
        <Menu.Divider />
        <Menu.Item component="a" href={`${settings.authUrl}/account`} leftSection={<IconUser size={16} />}>
          Account and password
        </Menu.Item>
        <Menu.Item leftSection={<IconLogout size={16} />} onClick={() => void signOut()}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

const initials = (name: string): string =>
  name
    .split(/\s+/)
    .map((word) => word.slice(0, 1))
    .slice(0, 2)
    .join('')
    .toUpperCase();
