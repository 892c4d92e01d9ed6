import { IconLeaf } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { myPermissionsQuery } from '../twins/queries.ts';
import { Empty } from '../ui/empty.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Page } from '../ui/page.tsx';
import { PageTabs } from '../ui/page-tabs.tsx';
import { DeclarationsTab } from './declarations/declarations-tab.tsx';
import { MappingsTab } from './mapping/mappings-tab.tsx';
import { permission } from './queries.ts';
import { ResultsTab } from './result/results-tab.tsx';
import { type CarbonTab, carbonTabs } from './search.ts';

const route = getRouteApi('/twins/$twinId/carbon');

const names: Readonly<Record<CarbonTab, string>> = {
  results: 'Calculations',
  mappings: 'Mappings',
  declarations: 'Declarations',
};
const contents = { results: ResultsTab, mappings: MappingsTab, declarations: DeclarationsTab } as const;

/** What the models of a twin weigh in carbon. */
export function CarbonPage() {
  const { twinId } = route.useParams();
  const { tab = 'results' } = route.useSearch();
  const navigate = useNavigate({ from: '/twins/$twinId/carbon' });
  const mine = useQuery(myPermissionsQuery(twinId));
  const Content = contents[tab];
  const go = (next?: CarbonTab) => void navigate({ search: next ? { tab: next } : {} });
  return (
    <Page
      title="Carbon"
      about="What models weigh in CO₂e: their quantities, times the declarations of their products, as a person has mapped them."
    >
      <Loaded query={mine}>
        {(permissions) =>
          permissions.has(permission) ? (
            <PageTabs tabs={carbonTabs} names={names} tab={tab} onTab={go}>
              <Content twinId={twinId} />
            </PageTabs>
          ) : (
            <div className="surface">
              <Empty
                icon={IconLeaf}
                title="You may not calculate carbon here"
                text="Ask an owner of the twin for a role that lets you calculate the carbon of models."
              />
            </div>
          )
        }
      </Loaded>
    </Page>
  );
}
