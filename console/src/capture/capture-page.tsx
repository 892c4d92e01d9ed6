import { getRouteApi } from '@tanstack/react-router';
import { Page } from '../ui/page.tsx';
import { PageTabs } from '../ui/page-tabs.tsx';
import { JobsTab } from './jobs/jobs-tab.tsx';
import { PhotosTab } from './photos/photos-tab.tsx';
import { type CaptureTab, captureTabs } from './search.ts';

const route = getRouteApi('/twins/$twinId/capture');
const names: Readonly<Record<CaptureTab, string>> = { jobs: 'Jobs', photos: 'Photos' };
const contents = { jobs: JobsTab, photos: PhotosTab } as const;

/** Photos of a twin, and what is made of them. */
export function CapturePage() {
  const { twinId } = route.useParams();
  const { tab = 'jobs' } = route.useSearch();
  const navigate = route.useNavigate();
  const Content = contents[tab];
  const go = (next?: CaptureTab) => void navigate({ search: next ? { tab: next } : {} });
  return (
    <Page
      title="Photogrammetry"
      about="Photos become oriented photos, point clouds, meshes, orthophotos and height models, on this server."
    >
      <PageTabs tabs={captureTabs} names={names} tab={tab} onTab={go}>
        <Content twinId={twinId} />
      </PageTabs>
    </Page>
  );
}
