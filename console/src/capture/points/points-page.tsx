import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useRef } from 'react';
import { person } from '../../platform/session.ts';
import { myPermissionsQuery } from '../../twins/queries.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { useTitle } from '../../ui/page.tsx';
import { type PhotoSet, photoSetQuery } from '../../ui/photos/photo-set.ts';
import { widestDrawn } from '../../ui/picture/drawn-picture.ts';
import { dataQuery } from '../../ui/stage/reality/source.ts';
import type { Zoom } from '../../ui/zoom/use-zoom.ts';
import classes from '../capture.module.css';
import { usePhotoAddress } from '../photos/photo-image.tsx';
import { scenesOfQuery } from '../scene-query.ts';
import { PhotoView } from './photo-view.tsx';
import { pointsQuery, type StoredPoints } from './points-query.ts';
import { PointsSide } from './points-side.tsx';
import { useMarking } from './use-marking.ts';
import { usePointKeys } from './use-point-keys.ts';

const route = getRouteApi('/twins/$twinId/capture/photos/$dataId/points');

/** Photos one by one, as large as one wants, and control points that are marked in them. */
export function PointsPage() {
  const { twinId, dataId } = route.useParams();
  const data = useQuery(dataQuery(dataId, twinId));
  const set = useQuery(photoSetQuery(dataId, twinId));
  const points = useQuery(pointsQuery(dataId, twinId));
  useTitle(`Control points of ${data.data?.displayName ?? 'photos'}`);
  return (
    <Loaded query={data}>
      {({ displayName, ownerId }) => (
        <Loaded query={set}>
          {(photos) => (
            <Loaded query={points}>
              {(stored) => <Bench key={dataId} set={photos} {...{ stored, displayName, ownerId }} />}
            </Loaded>
          )}
        </Loaded>
      )}
    </Loaded>
  );
}

interface BenchProps {
  readonly set: PhotoSet;
  readonly stored: StoredPoints;
  readonly displayName: string;
  readonly ownerId: string;
}

function Bench({ set, stored, displayName, ownerId }: BenchProps) {
  const { twinId, dataId } = route.useParams();
  const mine = useQuery(myPermissionsQuery(twinId)).data;
  const mayMark = (mine?.has('realitydata_manage') ?? false) || ownerId === person().id;
  const scenes = useQuery(scenesOfQuery(dataId, twinId)).data ?? [];
  const zoom = useRef<Zoom>(null);
  const marking = useMarking(set, stored, scenes);
  usePointKeys(marking, zoom, mayMark);
  const { photo, point, photos, listed } = marking;
  const picture = usePhotoAddress(set, photo, widestDrawn);
  return (
    <div className={classes.bench}>
      {photo ? (
        <PhotoView
          {...picture}
          name={photo.name}
          place={`${listed.findIndex(({ name }) => name === photo.name) + 1} of ${photos.length}`}
          points={marking.points.measured.points}
          chosen={point?.id}
          hint={marking.hint}
          zoom={zoom}
          onChoose={marking.choosePoint}
          onTurn={marking.turn}
          {...(mayMark && point ? { onMark: marking.mark } : {})}
        />
      ) : (
        <p>There are no photos yet.</p>
      )}
      <PointsSide marking={marking} {...{ displayName, mayMark, scenes }} />
    </div>
  );
}
