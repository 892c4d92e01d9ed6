import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EngineContext } from '../../engine.ts';
import { recogniseDrawing } from '../drawing.ts';
import type { DrawingParams, DrawingResult } from '../params.ts';
import type { DrawingFormat, Prediction } from '../prediction.ts';

export const still: EngineContext = { progress() {}, log() {} };

export interface ReadSheet {
  readonly result: DrawingResult;
  readonly prediction: Prediction;
  /** The PNG. */
  readonly picture: Buffer;
}

/** Reads a file as the engine does, in a folder of its own. */
export async function readDrawing(
  format: DrawingFormat,
  content: string | Uint8Array,
  more: Partial<DrawingParams> = {},
): Promise<ReadSheet> {
  const output = mkdtempSync(join(tmpdir(), 'twin-drawing-'));
  try {
    const input = join(output, 'input');
    writeFileSync(input, content);
    const result = await recogniseDrawing({ input, format, page: 1, name: `sheet.${format}`, output, ...more }, still);
    const prediction: Prediction = JSON.parse(readFileSync(result.prediction, 'utf8'));
    return { result, prediction, picture: readFileSync(result.picture) };
  } finally {
    rmSync(output, { recursive: true });
  }
}
