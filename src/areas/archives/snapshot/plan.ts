import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import type { Content } from './contents.ts';
import type { Part } from './parts.ts';

/** A file of an archive, in the order in which they are written: a part, or a content. */
export type Planned = Part | PlannedContent;

export interface PlannedContent {
  readonly name: string;
  readonly size: number;
  readonly blob: string;
  readonly label: string;
}

export const isContent = (one: Planned): one is PlannedContent => 'blob' in one;

export const contentName = (sha256: string): string => `data/blobs/${sha256.slice(0, 2)}/${sha256}`;

export const plannedContent = ({ sha256, size, blob, label }: Content): PlannedContent => ({
  name: contentName(sha256),
  size,
  blob,
  label,
});

/** A plan as it is kept: a line of JSON for each file. */
export const planLine = (one: Planned): string => `${JSON.stringify(one)}\n`;

/** The files of a kept plan from one on. */
export async function* readPlan(stream: Readable, from: number): AsyncGenerator<Planned> {
  let at = 0;
  try {
    for await (const line of createInterface({ input: stream, crlfDelay: Number.POSITIVE_INFINITY })) {
      if (at++ >= from) yield JSON.parse(line);
    }
  } finally {
    stream.destroy();
  }
}
