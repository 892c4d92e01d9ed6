import { Progress, Text } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { plural } from '../../ui/format.ts';
import { TextLink } from '../../ui/links.tsx';
import { useTitle } from '../../ui/page.tsx';
import { labelColour } from '../../ui/picture/label-colours.ts';
import { MarkList } from '../../ui/picture/mark-list.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { Bench } from '../../ui/stage/bench.tsx';
import { Note } from '../../ui/stage/layer-note.tsx';
import { Picture } from '../../ui/stage/picture.tsx';
import { useReality } from '../../ui/stage/reality/use-reality.ts';
import { usualStyle } from '../../ui/stage/scene/cloud/style.ts';
import viewer from '../../ui/stage/stage.module.css';
import { useShown } from '../../ui/stage/use-shown.ts';
import { useStage } from '../../ui/stage/use-stage.ts';
import type { Box } from '../../ui/stage/view-data.ts';
import type { Analysis } from '../analysis.ts';
import type { Feature } from './features.ts';
import { Prepare } from './prepare.tsx';
import { ShapeFilter } from './shape-filter.tsx';
import { aroundAll, frameOf, type Shape, shapeOf, withRoom } from './shapes.ts';
import classes from './space.module.css';
import type { Backdrop } from './use-backdrop.ts';
import type { FoundInPlace } from './use-found.ts';
import { useShapes } from './use-shapes.ts';

interface Props {
  readonly analysis: Analysis;
  readonly twinId: string;
  readonly found: FoundInPlace;
  readonly backdrop: Backdrop;
  /** It was found in data that can be shown behind it. */
  readonly asked: boolean;
}

const kinds = { box: 'Box', line: 'Line', area: 'Outline' } as const;

/** What was found in 3D, over the data that it was found in. */
export function SpaceBench({ analysis, twinId, found, backdrop, asked }: Props) {
  const { drawable } = backdrop;
  const title = analysis.name ?? 'In 3D';
  useTitle(title);
  const frame = drawable ? drawable.frame : found.onEarth ? frameOf(found.features) : undefined;
  const shapes = useMemo(
    () => found.features.map((one) => shapeOf(one, found.onEarth ? frame : undefined)),
    [found.features, found.onEarth, frame],
  );
  const [least, setLeast] = useState(0);
  const [label, setLabel] = useState<string | null>(null);
  const [chosen, choose] = useState<string>();
  const shown = useMemo(
    () =>
      shapes
        .filter(({ feature }) => feature.confidence >= least && (label === null || feature.label === label))
        .toSorted((a, b) => b.feature.confidence - a.feature.confidence),
    [shapes, least, label],
  );
  const space = useFoundSpace(drawable ?? undefined, frame, shapes, shown, chosen);
  const goTo = (id: string) => {
    choose(id);
    const shape = shapes.find(({ feature }) => feature.id === id);
    if (shape) space.stage?.fit(withRoom(shape.box));
  };
  const fitChosen = chosen === undefined ? undefined : () => goTo(chosen);
  return (
    <Bench>
      <Picture
        canvas={space.canvas}
        scene={{ ...space, fitChosen }}
        name={title}
        settled={space.settled}
        chosen={undefined}
        choose={(picked) => choose(picked?.id || undefined)}
        linkSays="The link is copied."
      >
        {space.error ? (
          <Note>
            <ProblemNote error={space.error} />
          </Note>
        ) : (
          !space.settled && (
            <Progress className={viewer.loading} value={100} size={3} animated radius={0} aria-label="Loading" />
          )
        )}
      </Picture>
      <aside className={viewer.side} aria-label="What was found">
        <div className={viewer.sideHead}>
          <TextLink to="/twins/$twinId/analysis/$jobId" params={{ twinId, jobId: analysis.id }} size="xs">
            <IconArrowLeft size={12} /> The analysis
          </TextLink>
          <Text component="h1" fw={600} size="sm" style={{ overflowWrap: 'anywhere' }}>
            {title}
          </Text>
          <Text size="xs" c="dimmed" role="status">
            {plural(shown.length, 'thing')}
          </Text>
        </div>
        {asked && !drawable && (
          <div className={classes.note}>
            <Prepare data={backdrop.data} look={backdrop.look} twinId={twinId} />
          </div>
        )}
        <ShapeFilter shapes={shapes} {...{ least, label }} onLeast={setLeast} onLabel={setLabel} />
        <MarkList
          label="What was found"
          items={shown.map(({ feature }) => listed(feature))}
          chosen={new Set(chosen && [chosen])}
          onChoose={goTo}
        />
      </aside>
    </Bench>
  );
}

const listed = ({ id, labelId, label, confidence, is }: Feature) => ({
  id,
  colour: labelColour(labelId),
  title: label,
  note: confidence < 1 ? `${kinds[is]} · ${Math.round(100 * confidence)} %` : kinds[is],
});

/** The picture with the data and the shapes in it. */
function useFoundSpace(
  drawable: NonNullable<Backdrop['drawable']> | undefined,
  frame: readonly number[] | undefined,
  shapes: readonly Shape[],
  shown: readonly Shape[],
  chosen: string | undefined,
) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const around = useMemo(() => aroundAll(shapes), [shapes]);
  const { stage, failed, extents } = useStage(canvas, drawable?.box ?? withRoom(around), frame);
  const control = useShown();
  const [section, setSection] = useState<Box>();
  useEffect(() => stage?.section(section), [stage, section]);
  useEffect(() => stage?.enclose(around), [stage, around]);
  const reality = useReality(stage, drawable, { style: usualStyle, isOn: true, lift: 0 });
  useShapes(stage, shown, chosen);
  const settled = drawable === undefined || reality.settled;
  return { canvas, stage, failed, extents, control, section, setSection, settled, error: reality.error };
}
