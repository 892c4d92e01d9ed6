import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { Page } from '../ui/page.tsx';
import { useDropTarget } from '../ui/upload/drop-target.ts';
import { ComponentList, NoComponents } from './list/component-list.tsx';
import type { LibrarySearch } from './search.ts';

const route = getRouteApi('/twins/$twinId/library');
const refusal = 'Files become components in the library of the organization, not in a project.';

/** What the organization that owns a twin has published for its projects. */
export function TwinLibraryPage() {
  const { twinId } = route.useParams();
  const search = route.useSearch();
  const navigate = useNavigate();
  useDropTarget('page', { refusal });
  const set = (next: LibrarySearch) =>
    void navigate({ to: '/twins/$twinId/library', params: { twinId }, search: next, replace: true });
  return (
    <Page title="Library" about="Components that the organization of this twin has published for its projects.">
      <ComponentList
        search={search}
        set={set}
        projectId={twinId}
        none={
          <NoComponents text="Nothing is published yet. Who manages the library of the organization publishes components there." />
        }
      />
    </Page>
  );
}
