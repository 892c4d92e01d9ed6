import { createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { readModels } from '../../../api/auth/model-access.ts';
import type { Context } from '../../../api/http/context.ts';
import type { Access } from '../../../api/ports/access.ts';
import { workOf } from '../../../api/request-work.ts';
import type { BcfTopic } from '../../../engines/bcf/params.ts';
import { copyBlob } from '../../../kernel/blobs/local.ts';
import { type FormFilter, formsOf } from '../form/store.ts';
import { newestArtefacts } from './elements.ts';
import { type Fetch, topicOf } from './topic.ts';

type Used = Pick<Context, 'db' | 'ports' | 'caller'>;

const mostBytes = 500 * 2 ** 20;
const mostMs = 5 * 60_000;
const pageSize = 50;

/** The forms of a filter as a BCF file, which has no name any more when this answers; or why there is none. */
export function bcfOf(
  access: Access,
  filter: FormFilter,
  version: '2.1' | '3.0' | undefined,
  context: Used,
): Promise<{ readonly stream: Readable; readonly size: number } | { readonly failure: string }> {
  const { ports } = context;
  const { twin } = access;
  return ports.engines.workFolder(async (folder) => {
    const models = new Set<string>();
    const fetched = fetching(folder, context);
    const [input, output] = [join(folder, 'topics.jsonl'), join(folder, 'forms.bcf')];
    await pipeline(Readable.from(lines(filter, fetched.fetch, models, context)), createWriteStream(input));
    if (fetched.isTooMuch()) return { failure: tooMuch };
    const mayDraw = readModels.allows(access, context.caller);
    const geometry = mayDraw ? await geometryOf([...models], twin.id, folder, context) : {};
    const params = { input, output, projectId: twin.id, projectName: twin.displayName, bytes: mostBytes, geometry };
    const written = version === undefined ? params : { ...params, version };
    const outcome = await workOf(ports, { who: context.caller.userId, mostMs }, (run) => run('bcfWriter', written));
    if ('failure' in outcome) return outcome;
    const file = await open(output);
    return { stream: file.createReadStream(), size: outcome.result.size };
  });
}

const tooMuch = `The files of these forms have more than ${mostBytes / 2 ** 20} MiB; filters make it fewer.`;

/** The topics of forms; notes the models that pictures have to be drawn of. */
async function* lines(filter: FormFilter, fetch: Fetch, models: Set<string>, context: Used) {
  let after: readonly [number, string] | undefined;
  for (;;) {
    const rows = await formsOf(context.db, filter, { top: pageSize, after });
    for (const row of rows) {
      const topic = await topicOf(row, fetch, context);
      for (const modelId of modelsIn(topic)) models.add(modelId);
      yield `${JSON.stringify(topic)}\n`;
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < pageSize) return;
    after = [last.created, last.id];
  }
}

const modelsIn = ({ viewpoints }: BcfTopic): string[] => viewpoints.flatMap(({ scene }) => scene?.modelId ?? []);

/** Models of which pictures are drawn, and what their geometry may have together; the others have titles. */
const mostModels = 10;
const mostGeometry = 400 * 2 ** 20;

/** The geometry of the newest versions of models of a twin, in files. */
async function geometryOf(modelIds: readonly string[], twinId: string, folder: string, { db, ports }: Used) {
  const found: Record<string, string[]> = {};
  let left = mostGeometry;
  for (const modelId of modelIds.slice(0, mostModels)) {
    const model = await ports.models.find(db, modelId);
    const artefacts = model?.twinId === twinId ? await newestArtefacts(db, modelId, ports) : undefined;
    const blobs = await Promise.all((artefacts?.geometry ?? []).map((id) => ports.blobs.find(db, id)));
    const size = blobs.reduce((sum, blob) => sum + (blob?.size ?? 0), 0);
    if (artefacts === undefined || size > left) continue;
    left -= size;
    const files: string[] = [];
    for (const [at, id] of artefacts.geometry.entries()) {
      const path = join(folder, `geometry-${Object.keys(found).length}-${at}`);
      await copyBlob(ports.blobs, id, path);
      files.push(path);
    }
    found[modelId] = files;
  }
  return found;
}

/** Puts blobs into files, as long as they are not too much together. */
function fetching(folder: string, { db, ports }: Used) {
  let left = mostBytes;
  let next = 0;
  const fetch: Fetch = async (blobId) => {
    left -= (await ports.blobs.find(db, blobId))?.size ?? 0;
    const blob = left < 0 ? undefined : await ports.blobs.read(blobId);
    if (blob === undefined) return undefined;
    const path = join(folder, `blob-${next++}`);
    await pipeline(blob.stream, createWriteStream(path));
    return path;
  };
  return { fetch, isTooMuch: () => left < 0 };
}
