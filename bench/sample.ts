import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { newFile, type RunningPlatform, rootFolder } from './platform.ts';

/** A public house of 2.4 MB. */
export const sample = '../shared/data/ifc/duplex.ifc';

interface Exports {
  readonly exports: readonly {
    readonly status: string;
    readonly _links?: { readonly mesh: { readonly href: string } };
  }[];
}
interface Box {
  readonly low: readonly number[];
  readonly high: readonly number[];
}

export interface ExportedModel {
  readonly id: string;
  readonly twinId: string;
  readonly extents: Box;
  /** To its tileset. */
  readonly link: string;
}

/** Uploads the sample, and waits until it is exported. */
export async function exportedSample(platform: RunningPlatform): Promise<ExportedModel> {
  const folder = await rootFolder(platform);
  const { uploadUrl, completeUrl } = await newFile(platform, folder, 'duplex.ifc');
  const headers = { 'x-ms-blob-type': 'BlockBlob' };
  await fetch(uploadUrl, { method: 'PUT', headers, body: readFileSync(sample) });
  await platform.call('POST', completeUrl);
  const { twins } = (await platform.call('GET', '/twins')).body as { twins: { id: string }[] };
  for (;;) {
    await sleep(200);
    for (const { id: twinId } of twins) {
      const { models } = (await platform.call('GET', `/models?twinId=${twinId}`)).body as {
        models: { id: string; extents: Box }[];
      };
      const [model] = models;
      const link = model && (await linkOf(platform, model.id));
      if (link) return { ...model, twinId, link };
    }
  }
}

async function linkOf({ baseUrl, token }: RunningPlatform, modelId: string): Promise<string | undefined> {
  const headers = { Authorization: `Bearer ${token}`, Prefer: 'return=representation' };
  const answer = await fetch(`${baseUrl}/mesh-export/?modelId=${modelId}`, { headers });
  return ((await answer.json()) as Exports).exports[0]?._links?.mesh.href;
}
