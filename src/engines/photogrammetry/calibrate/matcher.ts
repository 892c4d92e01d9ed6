import { existsSync } from 'node:fs';
import { EngineFailure } from '../../engine.ts';
import { runProgram } from '../../program.ts';

/** Where the feature matcher is, by the setting; undefined when it is off or not installed. */
export async function findMatcher(
  setting: string | undefined,
  signal: AbortSignal | undefined,
): Promise<string | undefined> {
  if (setting === 'off') return undefined;
  const path = setting ?? 'colmap';
  if (setting?.includes('/') && !existsSync(setting)) return undefined;
  let answered = false;
  try {
    const line = (text: string) => {
      if (/^COLMAP \d/.test(text.trim())) answered = true;
    };
    await runProgram(path, ['help'], { signal, environment: offscreen, line });
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'EACCES'))
      return undefined;
    throw error;
  }
  return answered ? path : undefined;
}

/** It has windows, which nobody wants here. */
export const offscreen = { QT_QPA_PLATFORM: 'offscreen' } as const;

export const noMatcher = (): EngineFailure =>
  new EngineFailure(
    'EngineNotAvailable',
    'No engine is available for "Calibration": the feature matcher (colmap) is not installed or is switched off. ' +
      'Photos whose poses are given by a scene or by orientations need none.',
    undefined,
    ['Calibration'],
  );
