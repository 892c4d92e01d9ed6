import { Alert, Paper } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { useCopyLink } from '../use-copy-link.ts';
import { KeysDialog } from './keys-dialog.tsx';
import { Note } from './layer-note.tsx';
import type { Picked, Stage } from './scene/stage.ts';
import { SectionCard } from './section-card.tsx';
import classes from './stage.module.css';
import { StageView, type Tool } from './stage-view.tsx';
import { type Colours, Toolbar } from './toolbar.tsx';
import type { ShownControl } from './use-shown.ts';
import { type Box, distance, type Point } from './view-data.ts';

/** What is in a picture. */
export interface Pictured {
  readonly stage: Stage | undefined;
  /** The browser cannot draw one. */
  readonly failed: boolean;
  readonly extents: Box;
  readonly section: Box | undefined;
  readonly setSection: (section: Box | undefined) => void;
  readonly control: ShownControl;
  readonly fitChosen: (() => void) | undefined;
}

interface PictureProps {
  readonly canvas: RefObject<HTMLCanvasElement | null>;
  readonly scene: Pictured;
  readonly name: string;
  /** Everything that it needs has been loaded. */
  readonly settled: boolean;
  /** The chosen element, as `control` knows it. */
  readonly chosen: string | undefined;
  readonly choose: (picked: Picked | undefined) => void;
  readonly colours?: Colours;
  /** What the address keeps of the picture. */
  readonly linkHolds: string;
  readonly legend?: ReactNode;
  /** What is to be said about it. */
  readonly children?: ReactNode;
}

/** The picture with its tools, and what is to be said about it. */
export function Picture(props: PictureProps) {
  const { canvas, scene, chosen, choose } = props;
  const { stage, control, section, extents } = scene;
  const [tool, setTool] = useState<Tool>('pick');
  const [walking, setWalking] = useState(false);
  const [listing, setListing] = useState(false);
  const [points, setPoints] = useState<readonly Point[]>([]);
  const copy = useCopyLink();
  const copyLink = () =>
    copy(window.location.href, `The link is copied: ${props.linkHolds}. Save a view to share the camera, too.`);
  useEffect(() => stage?.measure(points), [stage, points]);
  const fit = () => stage?.fit(section ?? extents);
  const onPick = (picked: Picked | undefined) => {
    if (tool !== 'measure') choose(picked);
    else if (picked) setPoints((before) => [...(before.length === 1 ? before : []), picked.point]);
  };
  const setToolTo = (next: Tool) => {
    setTool(next);
    setPoints([]);
  };
  const keys: Readonly<Record<string, () => void>> = {
    f: fit,
    g: () => scene.fitChosen?.(),
    h: () => chosen && control.hide([chosen], true),
    i: () => chosen && control.isolate([chosen]),
    a: control.showAll,
    '?': () => setListing(true),
    escape: () => (tool === 'measure' ? setToolTo('pick') : choose(undefined)),
  };
  const tools = {
    listKeys: () => setListing(true),
    ...{ tool, walking, copyLink, fit, fitChosen: scene.fitChosen, colours: props.colours },
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
        name={props.name}
        tool={tool}
        settled={props.settled}
        onPick={onPick}
        onKey={(key) => keys[key]?.()}
      />
      {stage && <Toolbar tools={tools} />}
      <MeasureLabel stage={stage} points={points} />
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
        {props.legend}
      </div>
      {listing && <KeysDialog onClose={() => setListing(false)} />}
      {scene.failed ? <NoPicture /> : props.children}
    </section>
  );
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
function MeasureLabel({ stage, points }: { readonly stage: Stage | undefined; readonly points: readonly Point[] }) {
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

const NoPicture = () => (
  <Note>
    <Alert color="orange" icon={<IconAlertTriangle size={18} />} title="This browser cannot draw in 3D">
      It has no WebGL 2, or the graphics driver has stopped. Switch on hardware acceleration in the settings of the
      browser, or take another one; then reload. What stands beside the picture works without it.
    </Alert>
  </Note>
);
