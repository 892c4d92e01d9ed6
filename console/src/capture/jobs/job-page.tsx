import { Group, Text, Title } from '@mantine/core';
import { useQueries, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { myPermissionsQuery } from '../../twins/queries.ts';
import { Facts } from '../../ui/facts.tsx';
import { duration } from '../../ui/format.ts';
import { TextLink } from '../../ui/links.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Page } from '../../ui/page.tsx';
import { dataQuery } from '../../ui/stage/reality/source.ts';
import { Time } from '../../ui/time.tsx';
import classes from '../capture.module.css';
import { PointsCheck } from '../points/points-check.tsx';
import { isUnderWay, type Job, jobQuery, workspaceQuery } from '../queries.ts';
import { qualityLabel } from '../words.ts';
import { costText } from './check-job.tsx';
import { JobActions } from './job-actions.tsx';
import { JobMessages, JobProgress, JobSteps, StateBadge } from './job-state.tsx';
import { OpenResult, Results } from './results.tsx';

const route = getRouteApi('/twins/$twinId/capture/jobs/$jobId');

/** A job: what it is doing, what it has to say, and what it has made. */
export function JobPage() {
  const { jobId } = route.useParams();
  return <Loaded query={useQuery(jobQuery(jobId))}>{(job) => <Known job={job} />}</Loaded>;
}

function Known({ job }: { readonly job: Job }) {
  const { twinId } = route.useParams();
  const mayCreate = useQuery(myPermissionsQuery(twinId)).data?.has('realitydata_create') ?? false;
  const scene = job.jobSettings.outputs.find(({ format }) => format === 'ContextScene' || format === 'CCOrientations');
  return (
    <Page
      title={job.name}
      actions={
        <>
          {mayCreate && <JobActions job={job} twinId={twinId} />}
          <OpenResult job={job} twinId={twinId} />
        </>
      }
    >
      <Group gap="xs" mb="sm">
        <TextLink to="/twins/$twinId/capture" params={{ twinId }} size="sm">
          All jobs
        </TextLink>
        <StateBadge state={job.state} />
      </Group>
      <div className={classes.columns}>
        <div>
          <JobMessages job={job} />
          <section className={`surface ${classes.box}`} aria-label="Progress">
            <JobProgress job={job} twinId={twinId} />
            <JobSteps job={job} />
          </section>
          {job.state === 'success' && scene?.id && <PointsCheck twinId={twinId} sceneId={scene.id} />}
        </div>
        <div>
          <section className={`surface ${classes.box}`} aria-label="Results of the job">
            <Title order={2} size="0.95rem" mb={4}>
              Results
            </Title>
            <Results job={job} twinId={twinId} />
          </section>
          <section className={`surface ${classes.box}`} aria-label="About the job">
            <About job={job} twinId={twinId} />
          </section>
        </div>
      </div>
    </Page>
  );
}

function About({ job, twinId }: { readonly job: Job; readonly twinId: string }) {
  const workspace = useQuery(workspaceQuery(job.workspaceId)).data;
  const { submittedDateTime, startedDateTime, endedDateTime, estimatedUnits } = job.executionInformation ?? {};
  const seconds =
    startedDateTime && endedDateTime ? (Date.parse(endedDateTime) - Date.parse(startedDateTime)) / 1000 : null;
  return (
    <Facts
      facts={[
        ['Made of', <Inputs key="inputs" job={job} twinId={twinId} />],
        ['Quality', qualityLabel(job.jobSettings.quality)],
        ['Workspace', workspace?.name],
        ['Estimated cost', costText(job.estimatedCost)],
        ['Cost', isUnderWay(job) ? null : costText(estimatedUnits)],
        ['Started', submittedDateTime && <Time iso={submittedDateTime} />],
        ['Ended', endedDateTime && <Time iso={endedDateTime} />],
        ['It took', seconds === null ? null : duration(seconds)],
        ['By', job.email],
      ]}
    />
  );
}

function Inputs({ job, twinId }: { readonly job: Job; readonly twinId: string }) {
  const found = useQueries({ queries: job.inputs.map(({ id }) => ({ ...dataQuery(id, twinId), retry: false })) });
  return (
    <>
      {job.inputs.map(({ id }, n) => {
        const data = found[n]?.data;
        return (
          <div key={id}>
            {data ? (
              <TextLink to="/twins/$twinId/capture/photos/$dataId" params={{ twinId, dataId: data.id }} size="sm">
                {data.displayName}
              </TextLink>
            ) : (
              <Text size="sm" span>
                {found[n]?.isError ? 'Photos that are gone' : '…'}
              </Text>
            )}
          </div>
        );
      })}
    </>
  );
}
