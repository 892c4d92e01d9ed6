import { Alert, Paper, Progress, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import type { Job } from '../jobs/queries.ts';
import { useLiveJob } from '../jobs/use-live-job.ts';
import type { Changeset, Model } from '../models/queries.ts';
import { ProblemNote } from '../ui/problem-note.tsx';
import { propertyIn } from './colours.ts';
import { exportJobQuery } from './exports.ts';
import { LegendCard } from './legend-card.tsx';
import { changeColors } from './looks-of.ts';
import { PropertyLegend } from './property-legend.tsx';
import type { Picked } from './scene/stage.ts';
import { SectionCard } from './section-card.tsx';
import { StageView, type Tool } from './stage-view.tsx';
import { Toolbar } from './toolbar.tsx';
import { useCopyLink } from './use-copy-link.ts';
import type { ShownLayer } from './use-layer.ts';
import type { Scene } from './use-scene.ts';
import { distance, type Point } from './view-data.ts';
import classes from './viewer.module.css';

interface PictureProps {
  readonly canvas: RefObject<HTMLCanvasElement | null>;
  readonly scene: Scene;
  readonly model: Model;
  readonly shown: Changeset;
  readonly older: Changeset | undefined;
  readonly onPicked: () => void;
}

/** The picture with its tools, and what is to be said about it. */
export function Picture(props: PictureProps) {
  const { canvas, scene, model } = props;
  const { stage, choice, control, section, extents } = scene;
  const [tool, setTool] = useState<Tool>('pick');
  const [walking, setWalking] = useState(false);
  const [points, setPoints] = useState<readonly Point[]>([]);
  const copyLink = useCopyLink();
  useEffect(() => stage?.measure(points), [stage, points]);
  const fit = () => stage?.fit(section ?? extents);
  const onPick = (picked: Picked | undefined) => {
    if (tool === 'measure') {
      if (picked) setPoints((before) => [...(before.length === 1 ? before : []), picked.point]);
      return;
    }
    const seen =
      picked &&
      (scene.elements?.get(picked.id) ?? scene.olderElements?.get(picked.id) ?? scene.seen.current.get(picked.id));
    choice.choose(seen);
    if (seen) props.onPicked();
  };
  const setToolTo = (next: Tool) => {
    setTool(next);
    setPoints([]);
  };
  const keys: Readonly<Record<string, () => void>> = {
    f: fit,
    g: () => scene.fitChosen?.(),
    h: () => choice.id && control.hide([choice.id], true),
    i: () => choice.id && control.isolate([choice.id]),
    a: control.showAll,
    escape: () => (tool === 'measure' ? setToolTo('pick') : choice.choose(undefined)),
  };
  const tools = {
    ...{
      tool,
      walking,
      copyLink,
      fit,
      fitChosen: scene.fitChosen,
      colourBy: scene.colourBy,
      setColourBy: scene.setColourBy,
    },
    setTool: setToolTo,
    walk: (on: boolean) => {
      setWalking(on);
      stage?.walk(on);
      canvas.current?.focus();
    },
    sectioning: section !== undefined,
    setSectioning: (on: boolean) => scene.setSection(on ? extents : undefined),
    showAll: control.isAll ? undefined : control.showAll,
  };
  return (
    <section className={classes.stage} aria-label="Picture">
      <StageView
        canvas={canvas}
        stage={stage}
        name={model.displayName}
        tool={tool}
        settled={scene.newer.settled && (!props.older || scene.before.settled)}
        onPick={onPick}
        onKey={(key) => keys[key]?.()}
      />
      {stage && <Toolbar tools={tools} />}
      <MeasureLabel scene={scene} points={points} />
      <div className={classes.float}>
        <Hints tool={tool} walking={walking} points={points} />
        {section && (
          <SectionCard
            whole={extents}
            section={section}
            onChange={scene.setSection}
            onClose={() => scene.setSection(undefined)}
          />
        )}
        <Legend scene={scene} />
      </div>
      <Notes {...props} />
    </section>
  );
}

function Legend({ scene }: Pick<PictureProps, 'scene'>) {
  const { comparison, legend, colourBy } = scene;
  const { changes } = comparison;
  if (changes && changes.length > 0) {
    const entries = (['Added', 'Modified', 'Deleted'] as const).map((kind) => ({
      label: kind,
      color: changeColors[kind],
      ids: changes.flatMap((one) => (one.kind === kind ? [one.id] : [])),
    }));
    return <LegendCard title="What has changed" entries={entries} />;
  }
  if (propertyIn(colourBy) !== undefined) return <PropertyLegend scene={scene} />;
  if (legend.length === 0 || !colourBy) return null;
  return <LegendCard title={colourBy === 'class' ? 'Classes' : 'Storeys'} entries={legend} />;
}

function Hints({
  tool,
  walking,
  points,
}: {
  readonly tool: Tool;
  readonly walking: boolean;
  readonly points: readonly Point[];
}) {
  const text =
    tool === 'measure'
      ? points.length === 1
        ? 'Click the second point. Escape ends.'
        : 'Click the first point. Escape ends.'
      : walking
        ? 'W A S D walk, E and Q go up and down, drag to look around. With two fingers: walk.'
        : undefined;
  if (!text) return null;
  return (
    <Paper className={classes.card} withBorder role="status">
      {text}
    </Paper>
  );
}

/** The measured distance, beside its line. */
function MeasureLabel({
  scene: { stage },
  points,
}: Pick<PictureProps, 'scene'> & { readonly points: readonly Point[] }) {
  const label = useRef<HTMLOutputElement>(null);
  useEffect(() => {
    stage?.onFrame((at) => {
      const { current } = label;
      if (!current) return;
      current.style.visibility = at ? 'visible' : 'hidden';
      if (at) current.style.transform = `translate(${at.x}px, ${at.y}px) translate(-50%, -140%)`;
    });
    stage?.redraw();
  }, [stage]);
  const [from, to] = points;
  if (!from || !to) return null;
  const [dx, dy, dz] = [to[0] - from[0], to[1] - from[1], to[2] - from[2]].map((one) => Math.abs(one).toFixed(3));
  return (
    <output ref={label} className={classes.label} title={`${dx} m to the east, ${dy} m to the north, ${dz} m up`}>
      {distance(from, to).toFixed(3)} m
    </output>
  );
}

/** Why there is nothing to see, or not yet. */
function Notes({ scene, model, shown, older }: PictureProps) {
  if (scene.failed) {
    return (
      <Note>
        <Alert color="orange" icon={<IconAlertTriangle size={18} />} title="This browser cannot draw in 3D">
          It has no WebGL 2, or the graphics driver has stopped. Switch on hardware acceleration in the settings of the
          browser, or take another one; then reload. Structure, properties and changes work without it.
        </Alert>
      </Note>
    );
  }
  return (
    <>
      <LayerNote layer={scene.newer} model={model} changeset={shown} />
      {older && <LayerNote layer={scene.before} model={model} changeset={older} />}
    </>
  );
}

interface LayerNoteProps {
  readonly layer: ShownLayer;
  readonly model: Model;
  readonly changeset: Changeset;
}

function LayerNote({ layer: { tiles, error, settled }, model, changeset }: LayerNoteProps) {
  if (error) {
    return (
      <Note>
        <ProblemNote error={error} />
      </Note>
    );
  }
  if (tiles?.status === 'Invalid') {
    return (
      <Note>
        <Alert
          color="orange"
          icon={<IconAlertTriangle size={18} />}
          title={`Version ${changeset.index} cannot be shown in 3D: ${tiles.error ?? 'it could not be converted.'}`}
        >
          Its structure and its properties are here all the same.
        </Alert>
      </Note>
    );
  }
  if (tiles === undefined || tiles.status !== 'Complete') {
    return (
      <Note>
        <Paper className={classes.card} withBorder p="md" role="status">
          <Text fw={600} size="sm">
            Version {changeset.index} is being prepared for 3D
          </Text>
          <Text size="xs" c="dimmed">
            This is done once for each version. The picture comes by itself.
          </Text>
          {tiles && <Preparing exportId={tiles.id} model={model} changeset={changeset} />}
        </Paper>
      </Note>
    );
  }
  if (settled) return null;
  return (
    <Progress className={classes.loading} value={100} size={3} animated radius={0} aria-label="Loading the model" />
  );
}

function Preparing(props: { readonly exportId: string; readonly model: Model; readonly changeset: Changeset }) {
  const { model, changeset, exportId } = props;
  const { data: job } = useQuery(exportJobQuery(model.twinId, model.id, changeset.id, exportId));
  return job ? <Live job={job} /> : null;
}

function Live({ job: listed }: { readonly job: Job }) {
  const { percent, step, state, message } = useLiveJob(listed);
  return (
    <>
      <Progress
        value={percent ?? 100}
        animated={percent === null}
        striped={percent === null}
        size="sm"
        mt="xs"
        aria-label="Preparing"
      />
      <Text size="xs" c="dimmed" mt={4}>
        {state === 'Queued' ? (message ?? 'Waits for its turn') : [step, message].filter(Boolean).join(' · ')}
      </Text>
    </>
  );
}

const Note = ({ children }: { readonly children: ReactNode }) => (
  <div className={classes.note}>
    <div>{children}</div>
  </div>
);
