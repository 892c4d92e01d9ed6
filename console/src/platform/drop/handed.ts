import { signalOf } from '../signal.ts';
import type { Target } from '../upload/upload.ts';
import type { Place } from './places.ts';

/** Files on their way to a place. */
export interface Handed {
  readonly twinId: string;
  readonly place: Place;
  readonly files: readonly File[];
}

/** What was dropped on the page and nobody has placed yet. */
export const dropped = signalOf<{ readonly files: readonly File[]; readonly target: Target } | undefined>(undefined);

/** Files that wait for the dialog of their place, one after the other. */
export const handed = signalOf<readonly Handed[]>([]);

export const hand = (one: Handed): void => handed.set([...handed.get(), one]);
export const takeFirst = (): void => handed.set(handed.get().slice(1));
