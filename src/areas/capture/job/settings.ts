import type { RealityJobRow } from '../../../reality-jobs/tables.ts';
import type { Quality } from '../formats.ts';
import type { Production } from './production.ts';

/** What a job is to be made with, as its row keeps it. */
export interface JobSettings {
  readonly quality: Quality;
  /** 0: as many as there are. */
  readonly processingEngines: number;
  readonly cacheSettings?: CacheSettings;
  /** What the settings file of the workspace says, once the job is submitted. */
  readonly production?: Production;
}

export interface CacheSettings {
  readonly createCache?: boolean;
  readonly useCache?: string;
}

export function settingsOf({ settings }: Pick<RealityJobRow, 'settings'>): JobSettings {
  return JSON.parse(settings);
}

interface GivenCache {
  readonly createCache?: boolean | null | undefined;
  readonly useCache?: string | null | undefined;
}

/** Of a request, over those that are there already; null takes one away. */
export function mergedCache(before: CacheSettings | undefined, given: GivenCache | null | undefined): CacheSettings {
  const { createCache = before?.createCache, useCache = before?.useCache } = given ?? {};
  return {
    ...(createCache === undefined || createCache === null ? {} : { createCache }),
    ...(useCache ? { useCache: useCache.toLowerCase() } : {}),
  };
}
