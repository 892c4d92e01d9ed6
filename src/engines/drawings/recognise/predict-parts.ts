import { hash } from 'node:crypto';
import type { Box } from '../geometry.ts';
import type { BoundingBox } from '../prediction.ts';

export type IdOf = (kind: string, place: Box, what: string) => string;

/** Ids of twelve characters by kind and place; what lies on each other is told apart by its order. */
export function idsFrom(inputId: string): IdOf {
  const given = new Set<string>();
  return (kind, { left, top, right, bottom }, what) => {
    for (let again = 0; ; again++) {
      const place = [left, top, right, bottom].map((value) => value.toFixed(1)).join();
      const text = [inputId, kind, place, what, again].join('\n');
      const id = hash('sha256', text, 'base64url').slice(0, 12);
      if (given.has(id)) continue;
      given.add(id);
      return id;
    }
  };
}

export const rounded = (value: number): number => Math.round(Math.min(1, Math.max(0, value)) * 1000) / 1000;

export interface Bounds {
  readonly width: number;
  readonly height: number;
}

export function wholeBox(box: Box, { width, height }: Bounds): BoundingBox {
  const within = (value: number, most: number) => Math.min(most, Math.max(0, value));
  const left = within(Math.floor(box.left + 0.001), width - 1);
  const top = within(Math.floor(box.top + 0.001), height - 1);
  const right = within(Math.ceil(box.right - 0.001), width);
  const bottom = within(Math.ceil(box.bottom - 0.001), height);
  return { top, left, width: Math.max(1, right - left), height: Math.max(1, bottom - top) };
}
