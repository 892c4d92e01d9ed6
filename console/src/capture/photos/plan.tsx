import { useEffect, useMemo, useRef, useState } from 'react';
import type { PhotoFacts } from '../../ui/photos/photo-facts.ts';
import { shortName } from '../../ui/photos/photo-set.ts';
import type { Zoom } from '../../ui/zoom/use-zoom.ts';
import type { Size } from '../../ui/zoom/zoom.ts';
import { Zoomable } from '../../ui/zoom/zoomable.tsx';
import classes from '../capture.module.css';
import { planPlaces, scaleLength } from './plan-places.ts';

interface Props {
  readonly facts: ReadonlyMap<string, PhotoFacts>;
  readonly chosen: string | undefined;
  readonly onChoose: (name: string) => void;
}

/** The plan is drawn so broad, so that it comes as near as one wants. */
const width = 1000;
/** Above it pins are small. */
const many = 150;

/** Where photos were taken, seen from above; the list of photos says the same. */
export function Plan({ facts, chosen, onChoose }: Props) {
  const zoom = useRef<Zoom>(null);
  const placed = useMemo(() => [...facts].flatMap(([name, { place }]) => (place ? [{ name, place }] : [])), [facts]);
  const plan = useMemo(() => planPlaces(placed.map(({ place }) => place)), [placed]);
  if (!plan) return null;
  const perMetre = width / plan.size.width;
  const size: Size = { width, height: plan.size.height * perMetre };
  const room = { '--room': Math.sqrt((size.width * size.height) / placed.length) };
  return (
    <div className={classes.plan}>
      <Zoomable
        label="Plan of the places where photos were taken. Arrows move it, plus and minus come nearer."
        {...{ size, zoom }}
        mostScale={200}
        over={<Scale zoom={zoom} perMetre={perMetre} />}
      >
        <div className={classes.planSheet} style={{ ...size, ...room }} data-many={placed.length > many || undefined}>
          {placed.map(({ name }, n) => {
            const [x, y] = plan.at[n] ?? [0, 0];
            return (
              <button
                key={name}
                type="button"
                tabIndex={-1}
                className={classes.pin}
                style={{ left: x * perMetre, top: y * perMetre }}
                aria-label={name}
                aria-pressed={name === chosen}
                title={shortName(name)}
                onClick={() => onChoose(name)}
              />
            );
          })}
        </div>
      </Zoomable>
    </div>
  );
}

/** North is up, and how long a line is. */
function Scale({ zoom, perMetre }: { readonly zoom: React.RefObject<Zoom | null>; readonly perMetre: number }) {
  const [scale, setScale] = useState(1);
  useEffect(() => {
    setScale(zoom.current?.view.current.scale ?? 1);
    return zoom.current?.listen((view) => setScale(view.scale));
  }, [zoom]);
  const pixels = scale * perMetre;
  const metres = scaleLength(pixels, 110);
  return (
    <div className={classes.scale}>
      <span aria-hidden>N ↑</span>
      <span className={classes.scaleLine} style={{ width: metres * pixels }} aria-hidden />
      <span>
        {metres >= 1000 ? `${metres / 1000} km` : metres >= 1 ? `${metres} m` : `${Math.round(metres * 100)} cm`}
      </span>
    </div>
  );
}
