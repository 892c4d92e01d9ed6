import type { Mode } from './people.ts';

/** In which mode those ask who reach a twin. Accounts are reached in both. */
export const modeOf = ({ sandboxId }: { readonly sandboxId: string | null }): Mode =>
  sandboxId === null ? 'Production' : 'Test';
