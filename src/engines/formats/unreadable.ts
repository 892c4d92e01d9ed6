import { EngineFailure } from '../failure.ts';

/** A file that cannot be read: `why` is a part of a sentence. */
export const unreadable = (name: string, why: string): EngineFailure =>
  new EngineFailure('InputFile_Invalid', `The file '${name}' cannot be read: ${why}.`, undefined, [name]);
