import { type Extent, linearPattern, type Pattern } from '../../../std/linear-pattern.ts';
import { EngineFailure } from '../../failure.ts';
import type { SymbolSet } from '../symbols/set.ts';

/** A pattern of a symbol set. Throws an `EngineFailure` for one that cannot be used, as sets of an older release may have. */
export function patternOfSet(pattern: string, extent: Extent): Pattern {
  const found = linearPattern(pattern, extent);
  if (found !== undefined) return found;
  throw new EngineFailure('InvalidPattern', `The symbol set has a pattern that cannot be used: ${pattern}`);
}

/** Tells of patterns that cannot be used before the work begins. Throws an `EngineFailure`. */
export function demandPatterns({ tags, linePattern }: Pick<SymbolSet, 'tags' | 'linePattern'>): void {
  for (const { pattern } of tags) patternOfSet(pattern, 'whole');
  patternOfSet(linePattern, 'part');
}
