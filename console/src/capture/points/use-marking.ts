import { getRouteApi } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { PhotoSet } from '../../ui/photos/photo-set.ts';
import type { Spot } from '../../ui/zoom/zoom.ts';
import type { OrientedScene } from '../oriented.ts';
import type { PointsSearch } from '../search.ts';
import type { StoredPoints } from './points-query.ts';
import { fitOf, type Hint, hintIn, orientedOf } from './sights.ts';
import { usePoints, withMark } from './use-points.ts';

const route = getRouteApi('/twins/$twinId/capture/photos/$dataId/points');

/** What a photo shows of the chosen point. */
export interface ListedPhoto {
  readonly name: string;
  readonly is: 'marked' | 'expected' | 'line' | 'unknown';
  /** Pixels that the mark is off. */
  readonly miss?: number;
}

export type Marking = ReturnType<typeof useMarking>;

/** The point and the photo that are chosen, and what marking does. Both are in the address. */
export function useMarking(set: PhotoSet, stored: StoredPoints, scenes: readonly OrientedScene[]) {
  const { twinId, dataId } = route.useParams();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const go = (change: PointsSearch) =>
    void navigate({ search: (before) => ({ ...before, ...change }), replace: true, resetScroll: false });
  const points = usePoints(dataId, twinId, stored);
  const { measured, change } = points;
  const scene = scenes.find(({ id }) => id === search.scene) ?? scenes[0];
  const oriented = useMemo(
    () => (scene ? orientedOf(scene, dataId, measured.srs) : undefined),
    [scene, dataId, measured.srs],
  );
  const point = measured.points.find(({ id }) => id === search.point);
  const fits = useMemo(
    () => new Map(oriented ? measured.points.map((one) => [one.id, fitOf(one, oriented)]) : []),
    [oriented, measured.points],
  );
  const hintOf = (name: string): Hint | undefined => (point && oriented ? hintIn(name, point, oriented) : undefined);
  const listed = useMemo(() => {
    const misses = point && fits.get(point.id)?.misses;
    const all = set.photos.map(({ name }): ListedPhoto => {
      const miss = misses?.get(name);
      if (point?.seen.some(({ image }) => image === name))
        return { name, is: 'marked', ...(miss === undefined ? {} : { miss }) };
      const hint = point && oriented && hintIn(name, point, oriented);
      return { name, is: hint ? (hint.is === 'spot' ? 'expected' : 'line') : 'unknown' };
    });
    const order = ['marked', 'expected', 'line', 'unknown'];
    return point ? all.toSorted((a, b) => order.indexOf(a.is) - order.indexOf(b.is)) : all;
  }, [set.photos, point, oriented, fits]);
  const photo = set.photos.find(({ name }) => name === search.photo) ?? set.photos[0];
  const at = listed.findIndex(({ name }) => name === photo?.name);
  return {
    points,
    point,
    photo,
    photos: set.photos,
    listed,
    fits,
    scene,
    go,
    hint: photo && !point?.seen.some(({ image }) => image === photo.name) ? hintOf(photo.name) : undefined,
    choosePoint: (id: string | undefined) => go({ point: id }),
    choosePhoto: (name: string) => go({ photo: name }),
    turn(by: 1 | -1) {
      const next = listed[(at + by + listed.length) % listed.length];
      if (next) go({ photo: next.name });
    },
    mark(spot: Spot) {
      if (point && photo) change(withMark(measured, point.id, photo.name, spot));
    },
    unmark() {
      if (point && photo) change(withMark(measured, point.id, photo.name));
    },
  };
}
