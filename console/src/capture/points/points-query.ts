import { queryOptions } from '@tanstack/react-query';
import {
  type MeasuredPoints,
  readControlPoints,
} from '../../../../src/engines/photogrammetry/prepare/control-points.ts';
import { answerOf, platform } from '../../platform/client.ts';
import { Problem, problemOf } from '../../platform/problem.ts';
import { reach } from '../../platform/reach.ts';
import { pointsFile } from '../../ui/photos/photo-set.ts';
import { addressOf } from '../../ui/stage/reality/contents.ts';
import { readLink } from '../../ui/stage/reality/source.ts';
import { controlPointsText } from './text.ts';

/** The control points of photos as they are stored. */
export interface StoredPoints {
  readonly measured: MeasuredPoints;
  /** What a change must name; null while there is no file. */
  readonly tag: string | null;
}

const none: MeasuredPoints = { srs: null, points: [] };

/** Read as the engine reads them, which says what is wrong with a file. */
export const pointsQuery = (dataId: string, twinId: string) =>
  queryOptions({
    queryKey: ['control points', dataId],
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false, // what is being marked changes by nobody but who marks
    async queryFn(): Promise<StoredPoints> {
      const address = addressOf(await readLink(dataId, twinId), pointsFile);
      const answer = await reach(address, { cache: 'no-store' });
      if (answer.status === 404) return { measured: none, tag: null };
      if (!answer.ok) throw problemOf(answer, undefined);
      return { measured: readControlPoints(await answer.text()), tag: answer.headers.get('etag') };
    },
  });

/** Keeps them; answers what the next change must name. Errors: 412, when somebody else has changed them. */
export async function savePoints(
  dataId: string,
  twinId: string,
  { measured, tag }: StoredPoints,
): Promise<string | null> {
  const params = { path: { id: dataId }, query: { twinId } };
  const call = platform.realityData.GET('/reality-management/reality-data/{id}/writeaccess', { params });
  const link = (await answerOf(call))._links.containerUrl.href;
  const answer = await reach(addressOf(link, pointsFile), {
    method: 'PUT',
    headers: {
      'x-ms-blob-type': 'BlockBlob',
      'Content-Type': 'text/csv; charset=utf-8',
      ...(tag === null ? { 'If-None-Match': '*' } : { 'If-Match': tag }),
    },
    body: controlPointsText(measured),
  });
  if (answer.status === 412) throw changedMeanwhile();
  if (!answer.ok) throw problemOf(answer, undefined);
  return answer.headers.get('etag');
}

const changed = 'PointsChanged';
const changedMeanwhile = (): Problem =>
  new Problem(412, { code: changed, message: 'Somebody else has changed the points meanwhile.' });

/** Trying again does not help then. */
export const isChangedMeanwhile = (error: unknown): boolean => error instanceof Problem && error.code === changed;
