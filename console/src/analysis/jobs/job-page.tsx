import { Alert, Button, Group } from '@mantine/core';
import { IconArrowLeft, IconRefresh, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { allRealityQuery } from '../../reality/queries.ts';
import { myPermissionsQuery } from '../../twins/queries.ts';
import { useChange } from '../../ui/change.tsx';
import { confirm } from '../../ui/confirm.tsx';
import { Facts } from '../../ui/facts.tsx';
import { duration } from '../../ui/format.ts';
import { TextLink } from '../../ui/links.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Page } from '../../ui/page.tsx';
import { nameInWords } from '../../ui/result-names.ts';
import { Time } from '../../ui/time.tsx';
import { type Analysis, isUnderWay } from '../analysis.ts';
import { EvaluationPanel } from '../evaluation/evaluation-panel.tsx';
import { analysisQuery, cancelAnalysis, startAnalysis, toldQuery } from '../queries.ts';
import { type Want, wantOf } from '../wants.ts';
import classes from './jobs.module.css';
import { Results } from './results.tsx';
import { AnalysisProgress, StateBadge } from './state.tsx';

const route = getRouteApi('/twins/$twinId/analysis/$jobId');

/** One analysis: how far it is, what it tells, and what came of it. */
export function AnalysisPage() {
  const { twinId, jobId } = route.useParams();
  const query = useQuery(analysisQuery(jobId));
  return <Loaded query={query}>{(analysis) => <Opened {...{ analysis, twinId }} />}</Loaded>;
}

function Opened({ analysis, twinId }: { readonly analysis: Analysis; readonly twinId: string }) {
  const want = wantOf(analysis.type, analysis.inputs);
  const report = analysis.outputs.get('report');
  const done = analysis.state === 'done';
  return (
    <Page
      title={analysis.name ?? want?.title ?? 'Analysis'}
      about={want?.title === analysis.name ? undefined : want?.title}
      actions={<Actions {...{ analysis, twinId, want }} />}
    >
      <TextLink to="/twins/$twinId/analysis" params={{ twinId }} size="sm">
        <IconArrowLeft size={12} /> All analyses
      </TextLink>
      <Group mt="xs" mb="md" gap="xs">
        <StateBadge state={analysis.state} />
        <div style={{ flex: '1 1 16rem' }}>
          <AnalysisProgress {...{ analysis, twinId }} />
        </div>
      </Group>
      <Messages analysis={analysis} />
      {done && <Results {...{ analysis, twinId }} />}
      {done && report && <EvaluationPanel {...{ analysis, twinId, report }} />}
      <About {...{ analysis, twinId, want }} />
    </Page>
  );
}

interface PartProps {
  readonly analysis: Analysis;
  readonly twinId: string;
  readonly want: Want | undefined;
}

function Actions({ analysis, twinId, want }: PartProps) {
  const mayCreate = useQuery(myPermissionsQuery(twinId)).data?.has('realitydata_create') ?? false;
  const navigate = route.useNavigate();
  const stale = [
    ['analyses', twinId],
    ['analysis', analysis.id],
    ['reality', twinId],
  ];
  const cancel = useChange({ run: () => cancelAnalysis(analysis), stale });
  const again = useChange({
    run: () => startAnalysis(sameAgain(analysis, twinId, want)),
    stale,
    done: (jobId) => void navigate({ params: { twinId, jobId } }),
  });
  if (!mayCreate) return null;
  if (isUnderWay(analysis)) {
    const ask = () =>
      confirm({
        title: `Cancel ${analysis.name ?? want?.title ?? 'the analysis'}?`,
        text: 'What it has done so far is lost. Its data stay.',
        verb: 'Cancel the analysis',
        onConfirm: () => cancel.mutate(),
      });
    return (
      <Button
        variant="default"
        leftSection={<IconX size={16} />}
        loading={cancel.isPending}
        disabled={analysis.state === 'stopping'}
        onClick={ask}
      >
        Cancel
      </Button>
    );
  }
  return (
    <Button
      variant="default"
      leftSection={<IconRefresh size={16} />}
      loading={again.isPending}
      onClick={() => again.mutate()}
    >
      {analysis.state === 'failed' ? 'Try again' : 'Run again'}
    </Button>
  );
}

const sameAgain = ({ version, type, name, inputs, outputs, options }: Analysis, twinId: string, want?: Want) => ({
  version,
  twinId,
  options,
  name: name ?? want?.title ?? 'Analysis',
  type: version === 1 && want ? want.type : type,
  inputs: Object.fromEntries(inputs),
  outputs: want && version === 1 ? want.outputs : [...outputs.keys()],
});

function Messages({ analysis }: { readonly analysis: Analysis }) {
  const told = useQuery(toldQuery(analysis)).data;
  const notes = [
    { title: 'It failed', texts: told?.errors ?? [], color: 'red' },
    { title: 'Good to know', texts: told?.warnings ?? [], color: 'orange' },
  ];
  return notes
    .filter(({ texts }) => texts.length > 0)
    .map(({ title, texts, color }) => (
      <Alert key={title} color={color} variant="light" title={title} mb="md">
        <ul className={classes.told}>
          {texts.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      </Alert>
    ));
}

/** What it was made of, and how. */
function About({ analysis, twinId, want }: PartProps) {
  const { inputs, options, started, ended, created, units } = analysis;
  const names = new Map(
    useQuery(allRealityQuery(twinId)).data?.map(({ id, displayName }) => [id, nameInWords(displayName)]),
  );
  const took = started && ended ? duration((Date.parse(ended) - Date.parse(started)) / 1000) : null;
  const labels = new Map([
    ...(want?.inputs ?? []).map(({ role, label }) => [role, label] as const),
    ...(want?.detector ? [[want.detector.role, want.detector.label] as const] : []),
  ]);
  return (
    <>
      <h2 className={classes.part}>About it</h2>
      <Facts
        facts={[
          ...[...inputs].map(
            ([role, id]) => [labels.get(role) ?? role, <Input key={role} {...{ id, twinId, names }} />] as const,
          ),
          ...(want?.settings ?? []).map(({ option, label, unit }) => {
            const value = options[option];
            const text = value === true ? 'Yes' : value === undefined ? null : [value, unit].filter(Boolean).join(' ');
            return [label, text] as const;
          }),
          ['Started', <Time key="created" iso={created} />],
          ['Took', took],
          ['Processing units', units === undefined ? null : String(units)],
        ]}
      />
    </>
  );
}

/** Data by its name, or a detector with its version. */
function Input(props: { readonly id: string; readonly twinId: string; readonly names: ReadonlyMap<string, string> }) {
  const { id, twinId, names } = props;
  const [, detector] = /^(.+)\/\d+\.\d+$/.exec(id) ?? [];
  if (detector) {
    return (
      <TextLink to="/detectors/$name" params={{ name: detector }} size="sm">
        {id.replace('/', ' ')}
      </TextLink>
    );
  }
  const name = names.get(id);
  if (name === undefined) return <>It is not there any more.</>;
  return (
    <TextLink to="/twins/$twinId/reality/$dataId" params={{ twinId, dataId: id }} size="sm">
      {name}
    </TextLink>
  );
}
