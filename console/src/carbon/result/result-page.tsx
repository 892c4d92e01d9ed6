import { Alert, Anchor } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect } from 'react';
import { changesetsQuery, modelQuery } from '../../models/queries.ts';
import { TextLink } from '../../ui/links.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Page } from '../../ui/page.tsx';
import { isOpen, resultsQuery } from '../queries.ts';
import type { ResultSummary } from '../shapes.ts';
import { nameOf, type ResultContent } from './content.ts';
import { elementsFileQuery, linkQuery, resultFileQuery } from './files.ts';
import { JobProgress } from './job-progress.tsx';
import { ResultBench } from './result-bench.tsx';
import { ResultPanel } from './result-panel.tsx';

const route = getRouteApi('/twins/$twinId/carbon/results/$resultId');

/** What a calculation has found. */
export function ResultPage() {
  const { twinId, resultId } = route.useParams();
  const query = useInfiniteQuery(resultsQuery(twinId));
  const { data, hasNextPage, isFetching, fetchNextPage } = query;
  const found = data?.find(({ id }) => id === resultId);
  const goesOn = data !== undefined && found === undefined && hasNextPage && !isFetching;
  useEffect(() => {
    if (goesOn) void fetchNextPage();
  }, [goesOn, fetchNextPage]);
  return (
    <Loaded query={query}>
      {(all) => {
        if (found === undefined) return <Missing twinId={twinId} looking={hasNextPage} />;
        const others = all.filter(({ id, status }) => id !== resultId && status === 'Succeeded');
        return found.status === 'Succeeded' ? (
          <Succeeded key={resultId} twinId={twinId} summary={found} others={others} />
        ) : (
          <Under twinId={twinId} summary={found} />
        );
      }}
    </Loaded>
  );
}

const Back = ({ twinId }: { readonly twinId: string }) => (
  <TextLink to="/twins/$twinId/carbon" params={{ twinId }} inherit>
    <IconArrowLeft size={13} aria-hidden style={{ verticalAlign: -2 }} /> Calculations
  </TextLink>
);

const Missing = ({ twinId, looking }: { readonly twinId: string; readonly looking: boolean }) => (
  <Page title="Carbon" about={<Back twinId={twinId} />}>
    {looking ? 'Looking for the result …' : 'There is no such result. Results are kept for 90 days.'}
  </Page>
);

const Under = ({ twinId, summary }: { readonly twinId: string; readonly summary: ResultSummary }) => (
  <Page title={nameOf(summary)} about={<Back twinId={twinId} />}>
    {isOpen(summary) ? (
      <>
        The figures are shown here when they are there.
        <JobProgress jobId={summary.jobId} />
      </>
    ) : (
      <Alert color="red" variant="light" title={summary.message ?? 'It failed.'}>
        Mend what is named, and calculate again.
      </Alert>
    )}
  </Page>
);

function Succeeded({ twinId, summary, others }: Omit<ResultContent, 'result' | 'link'>) {
  const link = useQuery(linkQuery(summary));
  return (
    <Loaded query={link}>
      {(href) =>
        href.includes('/carbon-results/') ? (
          <Own {...{ twinId, summary, others }} link={href} />
        ) : (
          <Page title={nameOf(summary)} about={<Back twinId={twinId} />}>
            It was calculated by another tool.{' '}
            <Anchor href={href} target="_blank" rel="noreferrer">
              Open its project
            </Anchor>
          </Page>
        )
      }
    </Loaded>
  );
}

function Own({ link, ...content }: Omit<ResultContent, 'result'>) {
  const result = useQuery(resultFileQuery(content.summary.id, link));
  return <Loaded query={result}>{(file) => <WithFile {...content} link={link} result={file} />}</Loaded>;
}

/** With its model where it is of one, and that can still be seen. */
function WithFile(content: ResultContent) {
  const { modelId, changesetId } = content.result.source;
  const model = useQuery({ ...modelQuery(modelId ?? ''), enabled: modelId !== undefined, retry: false });
  const versions = useQuery({ ...changesetsQuery(modelId ?? ''), enabled: modelId !== undefined, retry: false });
  const elements = useQuery({
    ...elementsFileQuery(content.summary.id, content.link),
    enabled: modelId !== undefined,
    retry: false,
  });
  if (modelId === undefined || model.isError || versions.isError || elements.isError) return <Alone {...content} />;
  return (
    <Loaded query={versions}>
      {(all) => {
        const version = all.find(({ id }) => id === changesetId);
        if (version === undefined) return <Alone {...content} />;
        return (
          <Loaded query={model}>
            {(one) => (
              <Loaded query={elements}>
                {(file) => <ResultBench {...content} model={one} version={version} elements={file} />}
              </Loaded>
            )}
          </Loaded>
        );
      }}
    </Loaded>
  );
}

/** A result without a picture: of a table, or of a model that is not there any more. */
const Alone = (content: ResultContent) => (
  <Page title={nameOf(content.summary)} about={<Back twinId={content.twinId} />}>
    <div className="surface">
      <ResultPanel content={content} chosen={undefined} bench={undefined} />
    </div>
  </Page>
);
