import { createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Context } from '../../../api/http/context.ts';
import type { TwinFacts } from '../../../api/ports/twins.ts';
import { workOf } from '../../../api/request-work.ts';
import { type FormFilter, formsOf } from '../form/store.ts';
import { type Fetch, topicOf } from './topic.ts';

type Used = Pick<Context, 'db' | 'ports' | 'caller'>;

const mostBytes = 500 * 2 ** 20;
const mostMs = 5 * 60_000;
const pageSize = 50;

/** The forms of a filter as a BCF file, which has no name any more when this answers; or why there is none. */
export function bcfOf(
  twin: Pick<TwinFacts, 'id' | 'displayName'>,
  filter: FormFilter,
  version: '2.1' | '3.0' | undefined,
  context: Used,
): Promise<{ readonly stream: Readable; readonly size: number } | { readonly failure: string }> {
  const { ports } = context;
  return ports.engines.workFolder(async (folder) => {
    const fetched = fetching(folder, context);
    const [input, output] = [join(folder, 'topics.jsonl'), join(folder, 'forms.bcf')];
    await pipeline(Readable.from(lines(filter, fetched.fetch, context)), createWriteStream(input));
    if (fetched.isTooMuch()) return { failure: tooMuch };
    const params = { input, output, projectId: twin.id, projectName: twin.displayName, bytes: mostBytes };
    const written = version === undefined ? params : { ...params, version };
    const outcome = await workOf(ports, { who: context.caller.userId, mostMs }, (run) => run('bcfWriter', written));
    if ('failure' in outcome) return outcome;
    const file = await open(output);
    return { stream: file.createReadStream(), size: outcome.result.size };
  });
}

const tooMuch = `The files of these forms have more than ${mostBytes / 2 ** 20} MiB; filters make it fewer.`;

async function* lines(filter: FormFilter, fetch: Fetch, context: Used) {
  let after: readonly [number, string] | undefined;
  for (;;) {
    const rows = await formsOf(context.db, filter, { top: pageSize, after });
    for (const row of rows) yield `${JSON.stringify(await topicOf(row, fetch, context))}\n`;
    const last = rows.at(-1);
    if (last === undefined || rows.length < pageSize) return;
    after = [last.created, last.id];
  }
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
