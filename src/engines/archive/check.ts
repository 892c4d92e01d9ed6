import { breathe, type Engine } from '../engine.ts';
import { checkContainer } from './container.ts';
import { checkDigests } from './digests.ts';
import { openIndex } from './entry-index.ts';
import { ArchiveRefused } from './faults.ts';
import { expectedNames } from './names.ts';
import type { ArchiveCheckParams, ArchiveCheckResult } from './params.ts';
import { openZip } from './zip-directory.ts';

/** Looks at an archive as a container, and at all its bytes. */
export const checkArchive: Engine<ArchiveCheckParams, ArchiveCheckResult> = async (params, context) => {
  const { input, kinds, limits } = params;
  const file = await openZip(input);
  const index = openIndex(params.index);
  let done = 0;
  try {
    context.progress({ step: 'Looking at the container', unit: 'bytes', done: 0, total: null });
    const expects = expectedNames(kinds);
    let base = index.mark('base');
    if (base === undefined) {
      index.clear(); // of an attempt that came less far
      const each = () => context.signal?.throwIfAborted();
      base = await checkContainer(file, { ...limits, index, expects, each });
      index.setMark('base', base);
    }
    await breathe();
    context.progress({ step: 'Comparing digests', unit: 'bytes', done: 0, total: index.payload().bytes });
    await checkDigests(file, {
      index,
      passed(bytes) {
        context.signal?.throwIfAborted();
        done += bytes;
        context.progress({ done });
      },
    });
    return { fault: null, base };
  } catch (error) {
    if (error instanceof ArchiveRefused) return { fault: error.fault };
    throw error;
  } finally {
    index.close();
    await file.close();
  }
};
