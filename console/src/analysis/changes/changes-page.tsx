import { Loader } from '@mantine/core';
import { IconArrowsLeftRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Empty } from '../../ui/empty.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Page } from '../../ui/page.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import type { Analysis } from '../analysis.ts';
import { analysisQuery } from '../queries.ts';
import { Prepare } from '../space/prepare.tsx';
import { useBackdrop } from '../space/use-backdrop.ts';
import { useFound } from '../space/use-found.ts';
import { ChangesBench } from './changes-bench.tsx';

const route = getRouteApi('/twins/$twinId/analysis/$jobId/changes');

/** Two surveys side by side, with the list of what has changed between them. */
export function ChangesPage() {
  const { jobId } = route.useParams();
  const query = useQuery(analysisQuery(jobId));
  return <Loaded query={query}>{(analysis) => <Compared analysis={analysis} />}</Loaded>;
}

const inputOf = ({ inputs }: Analysis, ...names: readonly string[]): string | undefined =>
  names.map((name) => inputs.get(name)).find((id) => id !== undefined);

function Compared({ analysis }: { readonly analysis: Analysis }) {
  const { twinId } = route.useParams();
  const found = useFound(analysis, twinId);
  const before = useBackdrop(inputOf(analysis, 'model3dA', 'model3DA', 'pointClouds1', 'meshes1'), twinId);
  const after = useBackdrop(inputOf(analysis, 'model3dB', 'model3DB', 'pointClouds2', 'meshes2'), twinId);
  const error = found.error ?? before.error ?? after.error;
  if (error) return <ProblemNote error={error} />;
  if (found.isPending || before.drawable === undefined || after.drawable === undefined) {
    return <Loader m="md" aria-label="Loading" />;
  }
  if (before.drawable && after.drawable) {
    const pictures = { before: before.drawable, after: after.drawable };
    const names = [before.data?.displayName ?? '', after.data?.displayName ?? ''] as const;
    return <ChangesBench key={analysis.id} {...{ analysis, twinId, found, names, ...pictures }} />;
  }
  return (
    <Page title={analysis.name ?? 'Before and after'}>
      <div className="surface">
        <Empty
          icon={IconArrowsLeftRight}
          title="The surveys have to be prepared first"
          text="To stand side by side they need tiles, which are made once."
        >
          {[before, after].map(
            ({ data, look, drawable }) =>
              !drawable && (
                <div key={data?.id ?? 'gone'}>
                  <Prepare {...{ data, look, twinId }} />
                </div>
              ),
          )}
        </Empty>
      </div>
    </Page>
  );
}
