import { IconCubeOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Empty } from '../../ui/empty.tsx';
import { LinkButton } from '../../ui/links.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Page } from '../../ui/page.tsx';
import { ImportFault, ImportProgress } from '../import-state.tsx';
import { type Changeset, changesetsQuery, type Model, modelQuery } from '../queries.ts';
import { Workbench } from './workbench.tsx';

const route = getRouteApi('/twins/$twinId/models/$modelId');

/** A model in 3D. */
export function ViewerPage() {
  const { modelId } = route.useParams();
  const model = useQuery(modelQuery(modelId));
  const changesets = useQuery(changesetsQuery(modelId));
  return (
    <Loaded query={model}>
      {(one) => <Loaded query={changesets}>{(all) => <Versioned key={modelId} model={one} changesets={all} />}</Loaded>}
    </Loaded>
  );
}

function Versioned({ model, changesets }: { readonly model: Model; readonly changesets: readonly Changeset[] }) {
  const { version, compare } = route.useSearch();
  const ready = changesets.filter(({ state }) => state === 'Ready');
  const shown = ready.find(({ id }) => id === version) ?? (version === undefined ? ready[0] : undefined);
  const older = ready.find(({ id, index }) => id === compare && index < (shown?.index ?? 0));
  if (shown !== undefined) return <Workbench model={model} changesets={changesets} shown={shown} older={older} />;
  const newest = changesets[0];
  return (
    <Page title={model.displayName}>
      {version !== undefined ? (
        <Empty
          icon={IconCubeOff}
          title="This version cannot be shown"
          text="It was not imported, or there is no such version. The newest that was imported can be."
        >
          <LinkButton
            to="/twins/$twinId/models/$modelId"
            params={{ twinId: model.twinId, modelId: model.id }}
            search={{}}
          >
            Show the newest
          </LinkButton>
        </Empty>
      ) : newest?.state === 'Importing' ? (
        <>
          The file is being read; the model is shown here when that is done.
          <ImportProgress twinId={model.twinId} changesetId={newest.id} />
        </>
      ) : (
        newest?.error && <ImportFault error={newest.error} />
      )}
    </Page>
  );
}
