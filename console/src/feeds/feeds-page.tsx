import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { Page } from '../ui/page.tsx';
import { PageTabs } from '../ui/page-tabs.tsx';
import { PackagesTab } from './packages-tab.tsx';
import { type FeedTab, feedTabs } from './search.ts';
import { SystemsTab } from './systems-tab.tsx';
import { TimersTab } from './timers-tab.tsx';

const route = getRouteApi('/twins/$twinId/feeds');
const names: Readonly<Record<FeedTab, string>> = { packages: 'Packages', systems: 'Systems', timers: 'Timers' };
const contents = { packages: PackagesTab, systems: SystemsTab, timers: TimersTab } as const;

/** The data of a twin for spreadsheets and programs. */
export function FeedsPage() {
  const { twinId } = route.useParams();
  const { tab = 'packages' } = route.useSearch();
  const navigate = useNavigate({ from: '/twins/$twinId/feeds' });
  const Content = contents[tab];
  const go = (next?: FeedTab) => void navigate({ search: next ? { tab: next } : {} });
  return (
    <Page
      title="Data feeds"
      about="The models and tables of this twin, and databases beside it, as rows: to look at here, to open in a spreadsheet or a BI program, to fetch by a timer."
    >
      <PageTabs tabs={feedTabs} names={names} tab={tab} onTab={go}>
        <Content twinId={twinId} />
      </PageTabs>
    </Page>
  );
}
