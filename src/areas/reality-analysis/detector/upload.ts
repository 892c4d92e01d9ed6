import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Context } from '../../../api/http/context.ts';
import { runAside } from '../../../api/request-work.ts';
import type { DetectorCheckParams } from '../../../engines/reality-analysis/params.ts';
import { JobFailure } from '../../../kernel/jobs/job.ts';
import type { FoundVersion } from './access.ts';
import { labelsOf } from './view.ts';

const mostBytes = 2 * 2 ** 30;
/** The network is loaded and run, within these. */
const bounds = { memory: 2 * 2 ** 30, time: 60_000 };
/** With the time until it is its turn. */
const patienceMs = 90_000;

/** What was uploaded, and where work on it may write. */
export interface Upload {
  readonly sha256: string;
  readonly folder: string;
  readonly params: DetectorCheckParams;
  run<N extends 'detector' | 'detectorProposals'>(
    engine: N,
    params: DetectorCheckParams,
  ): ReturnType<typeof runAside<N>>;
}

class TooLarge extends Error {}

/** Works on what was uploaded for a version, in a process of its own. A fault of the package is a sentence. */
export function onUpload<R>(
  uploadId: string,
  { version, row }: FoundVersion,
  { ports, caller }: Context,
  work: (upload: Upload) => Promise<R>,
): Promise<R | { readonly fault: string }> {
  return ports.engines.workFolder(async (folder) => {
    const path = join(folder, 'detector.zip');
    const digest = createHash('sha256');
    let size = 0;
    const measure = new Transform({
      transform(chunk: Buffer, _, next) {
        digest.update(chunk);
        size += chunk.length;
        next(size > mostBytes ? new TooLarge() : null, chunk);
      },
    });
    try {
      await pipeline(await ports.blobs.openSaved(uploadId), measure, createWriteStream(path));
      if (size === 0) return { fault: 'Nothing was uploaded.' };
      const params = { package: path, type: row.type, labels: labelsOf(version) };
      return await work({
        sha256: digest.digest('hex'),
        folder,
        params,
        run: (engine, asked) => runAside(ports, { who: caller.userId, mostMs: patienceMs }, engine, asked, bounds),
      });
    } catch (error) {
      if (error instanceof TooLarge) return { fault: 'The package is larger than 2 GiB.' };
      if (error instanceof JobFailure) return { fault: error.message };
      if (error instanceof DOMException && error.name === 'TimeoutError') {
        return { fault: `The check was not done after ${patienceMs / 1000} s.` };
      }
      throw error;
    }
  });
}
