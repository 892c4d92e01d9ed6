import { Alert, Paper } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { type ReactNode, type RefObject, useState } from 'react';
import { useCopyLink } from '../use-copy-link.ts';
import { KeysDialog } from './keys-dialog.tsx';
import { Note } from './layer-note.tsx';
import { MeasureLabel, SnapMark } from './measure/marks.tsx';
import { MeasureCard } from './measure/measure-card.tsx';
import { useMeasuring } from './measure/use-measuring.ts';
import type { Picked, Pixel } from './scene/aims.ts';
import type { Stage } from './scene/stage.ts';
import { SectionCard } from './section-card.tsx';
import { SectionHandles } from './section-handles.tsx';
import classes from './stage.module.css';
import { StageView, type Tool } from './stage-view.tsx';
import { type Colours, Toolbar } from './toolbar.tsx';
import type { ShownControl } from './use-shown.ts';
import type { Box } from './view-data.ts';

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
  /** Told when the address is copied: what it keeps of the picture. */
  readonly linkSays: string;
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
  const measuring = useMeasuring(stage);
  const copy = useCopyLink();
  const copyLink = () => copy(window.location.href, props.linkSays);
  const fit = () => stage?.fit(section ?? extents);
  const onClick = ({ x, y }: Pixel) => {
    if (tool !== 'measure') return choose(stage?.pick(x, y));
    const snapped = stage?.snap(x, y);
    if (snapped) measuring.add(snapped.point);
  };
  const setToolTo = (next: Tool) => {
    setTool(next);
    measuring.clear();
  };
  const keys: Readonly<Record<string, () => void>> = {
    f: fit,
    g: () => scene.fitChosen?.(),
    h: () => chosen && control.hide([chosen], true),
    i: () => chosen && control.isolate([chosen]),
    a: control.showAll,
    '?': () => setListing(true),
    backspace: measuring.back,
    escape: () => (tool === 'measure' ? setToolTo('pick') : choose(undefined)),
  };
  const tools = {
    listKeys: () => setListing(true),
    tool,
    walking,
    copyLink,
    fit,
    fitChosen: scene.fitChosen,
    colours: props.colours,
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
        onClick={onClick}
        onKey={(key) => keys[key]?.()}
      />
      {stage && <Toolbar tools={tools} />}
      {section && <SectionHandles stage={stage} whole={extents} section={section} onChange={scene.setSection} />}
      {tool === 'measure' && <SnapMark stage={stage} canvas={canvas} />}
      {measuring.result && <MeasureLabel stage={stage} result={measuring.result} />}
      <div className={classes.float}>
        {walking && <WalkingHint />}
        {tool === 'measure' && <MeasureCard measuring={measuring} onClose={() => setToolTo('pick')} />}
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

const WalkingHint = () => (
  <Paper className={classes.card} withBorder role="status">
    W A S D walk, E and Q go up and down, drag to look around. With two fingers: walk.
  </Paper>
);

const NoPicture = () => (
  <Note>
    <Alert color="orange" icon={<IconAlertTriangle size={18} />} title="This browser cannot draw in 3D">
      It has no WebGL 2, or the graphics driver has stopped. Switch on hardware acceleration in the settings of the
      browser, or take another one; then reload. What stands beside the picture works without it.
    </Alert>
  </Note>
);
