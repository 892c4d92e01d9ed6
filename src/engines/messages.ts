import type { EngineProgress } from './engine.ts';

/** From the server to the process of an engine; the next one comes after the end of the one before. */
export interface EngineOrder {
  readonly engine: string;
  readonly params: unknown;
}

/** From the process of an engine to the server; exactly one of the last three ends an order. */
export type EngineMessage =
  | { readonly is: 'progress'; readonly progress: Partial<EngineProgress> }
  | { readonly is: 'log'; readonly line: string }
  /** What code of others is about to read. */
  | { readonly is: 'at'; readonly input: string }
  /** `peakMemory`: the most the process held resident, in bytes. */
  | { readonly is: 'result'; readonly result: unknown; readonly peakMemory: number }
  | {
      readonly is: 'failure';
      readonly code: string;
      readonly message: string;
      readonly line?: number;
      readonly params: readonly string[];
    }
  /** `code`: of a system error, such as a full disk; `killed`: the sentence of a program of others that a signal has ended. */
  | { readonly is: 'error'; readonly stack: string; readonly code?: string; readonly killed?: string };
