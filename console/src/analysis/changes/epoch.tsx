import { Alert, Progress, Text } from '@mantine/core';
import { ProblemNote } from '../../ui/problem-note.tsx';
import type { Drawable } from '../../ui/stage/reality/source.ts';
import { useReality } from '../../ui/stage/reality/use-reality.ts';
import { usualStyle } from '../../ui/stage/scene/cloud/style.ts';
import { StageView } from '../../ui/stage/stage-view.tsx';
import type { Shape } from '../space/shapes.ts';
import { useShapes } from '../space/use-shapes.ts';
import classes from './changes.module.css';
import type { EpochPicture } from './use-two-pictures.ts';

const wish = { style: usualStyle, isOn: true, lift: 0 };

/** One of the two surveys, with the changes in it. */
export function Epoch(props: {
  readonly title: string;
  /** Of the survey. */
  readonly name: string;
  readonly drawable: Drawable;
  readonly picture: EpochPicture;
  readonly shapes: readonly Shape[];
  readonly chosen: string | undefined;
  readonly onChoose: (id: string | undefined) => void;
}) {
  const { title, name, drawable, picture, shapes, chosen, onChoose } = props;
  const { canvas, stage, failed } = picture;
  const shown = useReality(stage, drawable, wish);
  useShapes(stage, shapes, chosen);
  return (
    <section className={classes.epoch} aria-label={title}>
      <StageView
        {...{ canvas, stage }}
        name={`${title}: ${name}`}
        tool="pick"
        settled={shown.settled}
        onClick={({ x, y }) => onChoose(stage?.pick(x, y)?.id || undefined)}
        onKey={(key) => key === 'f' && stage?.fit(drawable.box)}
      />
      <div className={`${classes.name} surface`}>
        <Text size="xs" fw={600} component="h2">
          {title}
        </Text>
        <Text size="xs" c="dimmed" truncate>
          {name}
        </Text>
      </div>
      {!shown.settled && !shown.error && !failed && (
        <Progress className={classes.loading} value={100} size={3} animated radius={0} aria-label="Loading" />
      )}
      {shown.error || failed ? (
        <div className={classes.fault}>
          {failed ? (
            <Alert color="orange" title="This browser cannot draw in 3D">
              It has no WebGL 2. The list of changes works without it.
            </Alert>
          ) : (
            <ProblemNote error={shown.error} />
          )}
        </div>
      ) : null}
    </section>
  );
}
