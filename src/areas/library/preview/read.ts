import type { Context } from '../../../kernel/http/context.ts';
import { reply } from '../../../kernel/http/endpoint.ts';
import { readJson } from '../../../kernel/std/json.ts';
import type { Found } from '../access.ts';
import type { Component } from '../component.store.ts';
import { documentsOf } from '../document.store.ts';
import { brandDocumentView } from '../document.view.ts';
import type { PreviewState } from '../preview.schema.ts';
import { findPreview } from '../preview.store.ts';
import type { PreviewRow } from '../tables.ts';
import { previewPlace } from './job.ts';

/** What is to be seen of a component, and where. */
export async function readPreview({ resource: { row } }: Found<Component>, context: Context) {
  const preview = await findPreview(context.db, row.id);
  const facts = preview?.facts == null ? undefined : readJson(preview.facts);
  const point = ([x, y, z]: readonly [number, number, number]) => ({ x, y, z });
  const file = (id: string | null | undefined, extension: string, contentType: string) =>
    id == null ? null : { href: addressOf(id, `${row.name}.${extension}`, contentType, row.account_id, context) };
  const drawn = file(preview?.picture_blob, 'png', 'image/png');
  return reply(200, {
    preview: {
      state: await stateOf(preview, context),
      documentId: preview?.document_id ?? null,
      error: preview?.error ?? null,
      triangleCount: facts?.triangleCount ?? null,
      bounds: facts === undefined ? null : { low: point(facts.low), high: point(facts.high) },
      placement: facts === undefined ? null : { unit: 'm' as const, upAxis: 'Z' as const, origin: [0, 0, 0] },
      _links: {
        thumbnail: (await ownPicture(row.id, context)) ?? drawn,
        model: file(preview?.model_blob, 'glb', 'model/gltf-binary'),
      },
    },
  });
}

async function stateOf(row: PreviewRow | undefined, { db, ports }: Context): Promise<PreviewState> {
  if (row === undefined) return 'None';
  if (row.facts !== null) return 'Ready';
  if (row.error !== null) return 'Failed';
  const job = await ports.jobs.find(db, row.job_id);
  return job === undefined || (job.state === 'Queued' && job.attempt === 0) ? 'Queued' : 'InProgress';
}

function addressOf(id: string, fileName: string, contentType: string, twinId: string, { ports }: Context): string {
  const options = { fileName, contentType, owner: { twinId }, inline: true };
  return ports.blobs.downloadUrl({ ...previewPlace, id }, options);
}

/** A picture that people have chosen goes before one that is drawn. */
async function ownPicture(componentId: string, context: Context) {
  const documents = await documentsOf(context.db, componentId);
  const picture = documents.find(
    (one) =>
      one.purpose === 'Thumbnail' &&
      one.active === 1 &&
      one.available === 1 &&
      /^(png|jpe?g)$/.test(one.extension_folded),
  );
  return picture && brandDocumentView(picture, context)._links.fileUrl;
}
