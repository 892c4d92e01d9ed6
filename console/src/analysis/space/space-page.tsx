import { Loader } from '@mantine/core';
import { IconCube } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Empty } from '../../ui/empty.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Page } from '../../ui/page.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import type { Analysis } from '../analysis.ts';
import { analysisQuery } from '../queries.ts';
import { SpaceBench } from './space-bench.tsx';
import { useBackdrop } from './use-backdrop.ts';
import { useFound } from './use-found.ts';

const route = getRouteApi('/twins/$twinId/analysis/$jobId/space');

/** What was found, in its place on the model or the map. */
export function SpacePage() {
  const { jobId } = route.useParams();
  const query = useQuery(analysisQuery(jobId));
  return <Loaded query={query}>{(analysis) => <Found analysis={analysis} />}</Loaded>;
}

const roles = ['model3D', 'orthophoto', 'model3dB', 'model3DB', 'pointClouds', 'meshes'];

function Found({ analysis }: { readonly analysis: Analysis }) {
  const { twinId } = route.useParams();
  const found = useFound(analysis, twinId);
  const behind = roles.map((role) => analysis.inputs.get(role)).find((id) => id !== undefined);
  const backdrop = useBackdrop(behind, twinId);
  const error = found.error ?? (behind ? backdrop.error : undefined);
  if (error) return <ProblemNote error={error} />;
  if (found.isPending || backdrop.drawable === undefined) {
    return <Loader m="md" aria-label="Loading" />;
  }
  if (found.features.length === 0) {
    return (
      <Page title="In 3D">
        <Empty
          icon={IconCube}
          title="Nothing was found"
          text="This analysis has found nothing with a place in space."
        />
      </Page>
    );
  }
  const key = `${analysis.id} ${backdrop.drawable?.data.id}`;
  return <SpaceBench key={key} {...{ analysis, twinId, found, backdrop }} asked={behind !== undefined} />;
}
