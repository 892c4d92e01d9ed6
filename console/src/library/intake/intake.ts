import { pictureStore } from '../../platform/picture-store.ts';
import type { Problem } from '../../platform/problem.ts';

/** `Reading`: the files are there, and the server makes a component of them. */
export type IntakeState = 'Waiting' | 'Sending' | 'Reading' | 'Done' | 'Failed';

/** A component that is made of files, as the page shows it. */
export interface Intake {
  readonly id: string;
  readonly name: string;
  readonly state: IntakeState;
  readonly files: number;
  /** Bytes of all its files. */
  readonly size: number;
  readonly sent: number;
  readonly error?: unknown;
  /** Why it waits, although it is its turn: the server is away or busy. It goes on by itself. */
  readonly held?: Problem | undefined;
  /** Once it is made. */
  readonly componentId?: string;
}

export const intakes = pictureStore<Intake>();

export const isGoing = ({ state }: Intake): boolean => state !== 'Done' && state !== 'Failed';
