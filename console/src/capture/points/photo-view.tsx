import { ActionIcon, Text } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { type RefObject, useEffect, useState } from 'react';
import type { MeasuredPoint } from '../../../../src/engines/photogrammetry/prepare/control-points.ts';
import { shortName } from '../../ui/photos/photo-set.ts';
import { isDrawable, widestDrawn } from '../../ui/picture/drawn-picture.ts';
import { ProblemNote } from '../../ui/problem-note.tsx';
import type { Zoom } from '../../ui/zoom/use-zoom.ts';
import { fitted, type Size, type Spot } from '../../ui/zoom/zoom.ts';
import { Zoomable } from '../../ui/zoom/zoomable.tsx';
import classes from '../capture.module.css';
import type { Hint } from './sights.ts';

interface Props {
  /** Undefined until it is known. */
  readonly address: string | undefined;
  /** Why it cannot be shown. */
  readonly error: Error | null;
  readonly name: string;
  /** "3 of 20" */
  readonly place: string;
  readonly points: readonly MeasuredPoint[];
  readonly chosen: string | undefined;
  readonly hint: Hint | undefined;
  readonly zoom: RefObject<Zoom | null>;
  /** Sets the mark of the chosen point; absent where one may not. */
  readonly onMark?: (at: Spot) => void;
  readonly onChoose: (id: string) => void;
  readonly onTurn: (by: 1 | -1) => void;
}

const mostScale = 24;
/** From this scale on single pixels are shown. */
const pixelScale = 5;

/** A photo as large as one wants, with the marks of points and where the chosen one is expected. */
export function PhotoView(props: Props) {
  const { address, error, name, points, chosen, hint, zoom, onMark, onChoose, onTurn } = props;
  const [loaded, setLoaded] = useState<{ readonly name: string; readonly size: Size }>();
  const [failed, fail] = useState<string>();
  const [near, setNear] = useState(false);
  const size = loaded?.name === name ? loaded.size : undefined;
  useEffect(() => zoom.current?.listen(({ scale }) => setNear(scale > pixelScale)), [zoom]);
  const spot = hint?.is === 'spot' ? hint.at : undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each photo, and not again while one marks
  useEffect(() => {
    if (loaded?.name === name && spot && isNearer(zoom.current, loaded.size)) zoom.current?.goTo(spot);
  }, [loaded, name]);
  const marks = points.flatMap((point) =>
    point.seen.flatMap(({ image, x, y }) => (image === name ? [{ id: point.id, x, y }] : [])),
  );
  const label = onMark
    ? `${shortName(name)}. Arrows move it, with Shift by a pixel; plus and minus come nearer; Enter sets the mark at the cross.`
    : `${shortName(name)}. Arrows move it, plus and minus come nearer.`;
  return (
    <div className={classes.large}>
      <Zoomable
        {...{ label, mostScale, zoom }}
        size={loaded?.size ?? { width: 4, height: 3 }}
        aims={onMark !== undefined}
        {...(onMark && size ? { onClick: onMark } : {})}
        over={<Turner name={name} place={props.place} onTurn={onTurn} />}
      >
        {address && (
          <img
            key={name}
            className={classes.image}
            src={address}
            alt=""
            draggable={false}
            data-photo={name}
            data-near={near || undefined}
            data-loaded={size ? true : undefined}
            hidden={!size}
            onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) =>
              isReduced(name, { width, height }) ? fail(name) : setLoaded({ name, size: { width, height } })
            }
            onError={() => fail(name)}
          />
        )}
        {size && (
          <>
            {hint && <Expected hint={hint} size={size} />}
            {marks.map(({ id, x, y }) => (
              <Mark key={id} {...{ id, x, y }} isChosen={id === chosen} onChoose={() => onChoose(id)} />
            ))}
          </>
        )}
      </Zoomable>
      {(error || failed === name) && (
        <div className={`${classes.ways} ${classes.failed}`}>
          <ProblemNote error={error ?? new Error(`${shortName(name)} cannot be shown by this browser, or is gone.`)} />
        </div>
      )}
    </div>
  );
}

/** Its pixels are not those of the file any more, so nothing can be marked in it. */
const isReduced = (name: string, { width, height }: Size): boolean =>
  !isDrawable(name) && Math.max(width, height) >= widestDrawn;

/** One has come nearer than to all of it, so one looks for something. */
function isNearer(zoom: Zoom | null, size: Size): boolean {
  return zoom !== null && zoom.view.current.scale > 1.5 * fitted(size, zoom.room.current).scale;
}

const Turner = ({ name, place, onTurn }: Pick<Props, 'name' | 'place' | 'onTurn'>) => (
  <div className={`${classes.ways} ${classes.turner} surface`}>
    <ActionIcon variant="subtle" color="gray" size={26} aria-label="Photo before (P)" onClick={() => onTurn(-1)}>
      <IconChevronLeft size={16} />
    </ActionIcon>
    <Text size="xs" fw={600} truncate role="status">
      {shortName(name)} · {place}
    </Text>
    <ActionIcon variant="subtle" color="gray" size={26} aria-label="Next photo (N)" onClick={() => onTurn(1)}>
      <IconChevronRight size={16} />
    </ActionIcon>
  </div>
);

function Mark(props: {
  readonly id: string;
  readonly x: number;
  readonly y: number;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}) {
  const color = props.isChosen ? '#ff922b' : '#66d9e8';
  return (
    <button
      type="button"
      tabIndex={-1}
      className={classes.mark}
      style={{ left: props.x, top: props.y }}
      aria-label={`Mark of ${props.id}`}
      aria-pressed={props.isChosen}
      onClick={props.onChoose}
    >
      <Cross color={color} />
      <span className={classes.markName}>{props.id}</span>
    </button>
  );
}

/** A cross that leaves its middle free, seen on light and on dark. */
const Cross = ({ color }: { readonly color: string }) => (
  <svg viewBox="-17 -17 34 34" width="34" height="34" aria-hidden="true">
    {['rgb(0 0 0 / 65%)', color].map((stroke, n) => (
      <path key={stroke} d="M-16 0h12M4 0h12M0 -16v12M0 4v12" stroke={stroke} strokeWidth={n === 0 ? 4 : 2} />
    ))}
    <circle r="1.4" fill={color} />
  </svg>
);

/** Where a point is expected: a ring, or the line on which it lies. */
function Expected({ hint, size }: { readonly hint: Hint; readonly size: Size }) {
  const look = { fill: 'none', stroke: '#ffd43b', strokeWidth: 2, vectorEffect: 'non-scaling-stroke' } as const;
  if (hint.is === 'line') {
    return (
      <svg className={classes.hints} {...size} aria-label="The point lies on this line" role="img">
        <polyline points={hint.through.map((spot) => spot.join(',')).join(' ')} {...look} strokeDasharray="8 6" />
      </svg>
    );
  }
  const [left, top] = hint.at;
  return (
    <div className={classes.mark} style={{ left, top, pointerEvents: 'none' }} role="img" aria-label="Expected here">
      <svg viewBox="-17 -17 34 34" width="34" height="34" aria-hidden="true">
        <circle r="14" fill="none" stroke="rgb(0 0 0 / 65%)" strokeWidth="4" />
        <circle r="14" fill="none" stroke="#ffd43b" strokeWidth="2" strokeDasharray="5 4" />
      </svg>
    </div>
  );
}
