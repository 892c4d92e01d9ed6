import { useQuery } from '@tanstack/react-query';
import { Loaded } from '../../ui/loaded.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import type { Analysis } from '../analysis.ts';
import { sceneQuery } from '../contents.ts';
import { reportQuery } from '../queries.ts';
import { judgedIn } from './curve.ts';
import { CurvePanel } from './curve-panel.tsx';
import { ConfusionTable, ObjectsTable } from './figures.tsx';
import { reportOf } from './report.ts';

/** How good a result is: figures as tables, and where the detector says how sure it is as curves. */
export function EvaluationPanel(props: {
  readonly analysis: Analysis;
  readonly twinId: string;
  /** Path of the report in the bucket of the twin. */
  readonly report: string;
}) {
  const { analysis, twinId, report: path } = props;
  const query = useQuery(reportQuery(twinId, path));
  return (
    <Loaded query={query}>
      {(json) => {
        const report = reportOf(json);
        if (report === undefined)
          return <ProblemNote error={new Error('The figures are of a kind that is not known.')} />;
        if (report.is === 'segments') return <ConfusionTable report={report} />;
        return (
          <>
            <ObjectsTable report={report} />
            <Curve {...{ analysis, twinId }} />
          </>
        );
      }}
    </Loaded>
  );
}

function Curve({ analysis: { outputs }, twinId }: { readonly analysis: Analysis; readonly twinId: string }) {
  const names = ['objects2D', 'objects2d', 'objects3D', 'objects3d'];
  const dataId = names.map((name) => outputs.get(name)).find((id) => id !== undefined);
  const scene = useQuery({ ...sceneQuery(dataId ?? '', twinId), enabled: dataId !== undefined }).data;
  const judged = scene ? judgedIn(scene.scene) : [];
  return judged.length > 0 ? <CurvePanel judged={judged} /> : null;
}
