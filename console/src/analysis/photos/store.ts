import { queryOptions } from '@tanstack/react-query';
import { answerOf, platform } from '../../platform/client.ts';
import { addressOf, createData } from '../../reality/queries.ts';
import type { OpenScene } from '../contents.ts';
import { sceneWith } from '../scene.ts';
import { type Review, reviewFile, reviewJson, reviewOf, reviewWith, type Said } from './review-file.ts';

/** A review as it lies beside its result; `tag` says which state of it that is. */
export interface KeptReview {
  readonly review: Review;
  readonly tag: string | undefined;
}

async function readReview(link: string): Promise<KeptReview> {
  const answer = await fetch(addressOf(link, reviewFile), { cache: 'no-store' });
  if (answer.status === 404) return { review: new Map(), tag: undefined };
  if (!answer.ok) throw new Error('What was said of this result before cannot be read just now. Try again.');
  const json: unknown = await answer.json().catch(() => undefined);
  return { review: reviewOf(json), tag: answer.headers.get('etag') ?? undefined };
}

export const reviewQuery = ({ dataId, link }: Pick<OpenScene, 'dataId' | 'link'>) =>
  queryOptions({
    queryKey: ['review', dataId],
    staleTime: Number.POSITIVE_INFINITY, // it changes by who looks at it
    gcTime: 0,
    queryFn: () => readReview(link),
  });

const root = '/reality-management/reality-data';

async function writeLink(dataId: string, twinId: string): Promise<string> {
  const params = { path: { id: dataId }, query: { twinId } };
  return (await answerOf(platform.realityData.GET(`${root}/{id}/writeaccess`, { params })))._links.containerUrl.href;
}

const mostTries = 5;

/** Adds what was said to what others may have said meanwhile. */
export async function saveReview(dataId: string, twinId: string, said: readonly Said[]): Promise<KeptReview> {
  const link = await writeLink(dataId, twinId);
  for (let tries = 0; tries < mostTries; tries++) {
    const before = await readReview(link);
    const review = reviewWith(before.review, said);
    const condition: Readonly<Record<string, string>> = before.tag
      ? { 'If-Match': before.tag }
      : { 'If-None-Match': '*' };
    const answer = await put(link, reviewFile, reviewJson(review), condition);
    if (answer.ok) return { review, tag: answer.headers.get('etag') ?? undefined };
    if (answer.status !== 412) throw new Error('It could not be saved. Try again.');
  }
  throw new Error('Others are changing this review all the time. Try again in a moment.');
}

const put = (link: string, name: string, json: object, headers: Readonly<Record<string, string>>) =>
  fetch(addressOf(link, name), {
    method: 'PUT',
    headers: { 'x-ms-blob-type': 'BlockBlob', 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(json, null, 1),
  });

/** New data with what was not rejected, which further analyses take as it is. */
export async function keepAsResult(
  { scene, dataId }: OpenScene,
  review: Review,
  to: { readonly twinId: string; readonly displayName: string },
): Promise<string> {
  const id = await createData(to);
  const kept = sceneWith(scene, dataId, (photo, object) => review.get(photo)?.get(object) !== 'rejected');
  const answer = await put(await writeLink(id, to.twinId), 'ContextScene.json', kept, {});
  if (!answer.ok) throw new Error('The new result could not be stored. Try again.');
  // asking for the data finds what is in it
  await answerOf(platform.realityData.GET(`${root}/{id}`, { params: { path: { id }, query: { twinId: to.twinId } } }));
  return id;
}
