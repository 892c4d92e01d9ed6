import { Tabs } from '@mantine/core';
import type { ReactNode } from 'react';

interface PageTabsProps<Tab extends string> {
  readonly tabs: readonly Tab[];
  readonly names: Readonly<Record<Tab, string>>;
  readonly tab: Tab;
  /** Undefined: the first, which the address need not name. */
  readonly onTab: (tab: Tab | undefined) => void;
  /** What the tab shows. */
  readonly children: ReactNode;
}

/** A page in parts, one of which is seen. */
export function PageTabs<Tab extends string>({ tabs, names, tab, onTab, children }: PageTabsProps<Tab>) {
  return (
    <Tabs value={tab} keepMounted={false} onChange={(value) => onTab(tabs.slice(1).find((one) => one === value))}>
      <Tabs.List mb="md">
        {tabs.map((one) => (
          <Tabs.Tab key={one} value={one}>
            {names[one]}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={tab}>{children}</Tabs.Panel>
    </Tabs>
  );
}
