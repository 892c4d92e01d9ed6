import type { Context } from '../../../api/http/context.ts';
import { reply } from '../../../api/http/endpoint.ts';
import { readJson } from '../../../std/json.ts';
import type { Found } from '../access.ts';
import { previewPlace } from '../place.ts';
import type { PreviewState } from '../schema/preview.ts';
import type { Component } from '../store/component.ts';
import { findPreview } from '../store/preview.ts';
import { findThumbnail } from '../store/thumbnail.ts';
import type { ComponentRow, PreviewRow } from '../tables.ts';
import { pictureOf } from '../view/thumbnail.ts';

/** What is to be seen of a component, and where. */
export async function readPreview({ resource: { row } }: Found<Component>, context: Context) {
  const preview = await findPreview(context.db, row.id);
  const facts = preview?.facts == null ? undefined : readJson(preview.facts);
  const point = ([x, y, z]: readonly [number, number, number]) => ({ x, y, z });
  return reply(200, {
    preview: {
      state: await stateOf(preview, context),
      documentId: preview?.document_id ?? null,
      error: preview?.error ?? null,
      triangleCount: facts?.triangleCount ?? null,
      bounds: facts === undefined ? null : { low: point(facts.low), high: point(facts.high) },
      placement: facts === undefined ? null : { unit: 'm' as const, upAxis: 'Z' as const, origin: [0, 0, 0] },
      _links: {
        thumbnail: pictureOf(row, await findThumbnail(context.db, row.id), preview, context),
        model: modelOf(row, preview, context),
      },
    },
  });
}

export async function stateOf(row: PreviewRow | undefined, { db, ports }: Context): Promise<PreviewState> {
  if (row === undefined) return 'None';
  if (row.facts !== null) return 'Ready';
  if (row.error !== null) return 'Failed';
  const job = await ports.jobs.find(db, row.job_id);
  return job === undefined || (job.state === 'Queued' && job.attempt === 0) ? 'Queued' : 'InProgress';
}

/** Served by this server whatever the store, so that pages may load it. */
function modelOf(row: ComponentRow, preview: PreviewRow | undefined, { ports }: Context) {
  if (preview?.model_blob == null) return null;
  const options = { fileName: `${row.name}.glb`, contentType: 'model/gltf-binary', inline: true };
  const owner = { twinId: row.account_id };
  return { href: ports.blobs.downloadUrl({ ...previewPlace, id: preview.model_blob }, { ...options, owner }) };
}
