import { json as jsonOf } from 'node:stream/consumers';
import type { Context } from '../../../api/http/context.ts';
import type { Prediction } from '../../../engines/drawings/prediction.ts';
import { isRecord } from '../../../std/records.ts';
import type { Metadata } from '../metadata.ts';

export const isPrediction = (value: unknown): value is Prediction => isRecord(value) && isRecord(value.asset);
export const isMetadata = (value: unknown): value is Metadata => isRecord(value) && isRecord(value.results_summary);

/** A result that is JSON; undefined where it is none. */
export async function readJson(blobId: string, { ports }: Pick<Context, 'ports'>): Promise<unknown> {
  const blob = await ports.blobs.read(blobId);
  return blob === undefined ? undefined : jsonOf(blob.stream).catch(() => undefined);
}
