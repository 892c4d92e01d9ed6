import type { WorkType } from './catalog.ts';
import type { WorkOptions } from './options.ts';

/** What of a job is kept besides inputs and outputs, as JSON. */
export interface JobSettings {
  readonly work: WorkType;
  /** Inputs as they were given: by their names, or in a list. */
  readonly inputs: unknown;
  /** Options as they were given; absent where none were. */
  readonly options?: Readonly<Record<string, unknown>>;
  readonly workOptions: WorkOptions;
  /** Names of inputs and options that have no effect. */
  readonly ignored: readonly string[];
  /** A version of the library. */
  readonly detector?: { readonly given: string; readonly versionId: string };
  /** Files of the bucket by role. */
  readonly files: Readonly<Record<string, string>>;
  /** What answers call the outputs → what work calls them. */
  readonly outputs: readonly { readonly key: string; readonly output: string }[];
}

export const settingsOf = ({ settings }: { readonly settings: string }): JobSettings => JSON.parse(settings);
export const settingsText = (settings: JobSettings): string => JSON.stringify(settings);
