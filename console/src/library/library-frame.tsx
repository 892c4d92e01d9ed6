import { Tabs } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Page } from '../ui/page.tsx';
import { NoAccess } from './rights/no-access.tsx';
import { type LibraryRights, useLibraryRights } from './use-rights.ts';

const pages = [
  ['/library', 'Components'],
  ['/library/catalogs', 'Catalogs'],
  ['/library/words', 'Words'],
  ['/library/brands', 'Brands'],
  ['/library/usage', 'Usage'],
  ['/library/rights', 'Rights'],
] as const;
export type LibraryPath = (typeof pages)[number][0];

/** One of the pages of the library, with the way to the others. Who may not read it is told so, and whom to ask. */
export function LibraryFrame(props: {
  readonly path: LibraryPath;
  readonly actions?: (rights: LibraryRights) => ReactNode;
  /** Also for those who may not read the library. */
  readonly open?: boolean;
  readonly children: (rights: LibraryRights) => ReactNode;
}) {
  const rights = useLibraryRights();
  const navigate = useNavigate();
  const hidden = rights.mayRead === false && !props.open;
  return (
    <Page
      title="Library"
      about="Components of your organization, for all its projects."
      actions={hidden ? undefined : props.actions?.(rights)}
    >
      <Tabs
        value={props.path}
        onChange={(to) => {
          const [path] = pages.find(([one]) => one === to) ?? [];
          if (path) void navigate({ to: path });
        }}
      >
        <Tabs.List mb="md">
          {pages.map(([path, name]) => (
            <Tabs.Tab key={path} value={path}>
              {name}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={props.path}>{hidden ? <NoAccess /> : props.children(rights)}</Tabs.Panel>
      </Tabs>
    </Page>
  );
}
