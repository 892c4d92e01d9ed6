import type { FoundInfo, SheetAreas } from '../areas/areas.ts';
import type { Area, SheetInfo, SheetRevision } from '../prediction.ts';
import { type Bounds, type IdOf, rounded, wholeBox } from './predict-parts.ts';

interface Known {
  readonly idOf: IdOf;
  readonly textIds: readonly string[];
  readonly bounds: Bounds;
}

/** What a prediction file says of frame, blocks and tables, and of what stands in the title block. */
export function areaMembers({ areas, info }: SheetAreas, known: Known): { sheet?: SheetInfo; areas: readonly Area[] } {
  const written = areas.map(
    ({ kind, box, confidence, text, rows, revision }): Area => ({
      id: known.idOf('area', box, kind),
      kind,
      boundingBox: wholeBox(box, known.bounds),
      confidence: rounded(confidence),
      status: 'pending',
      ...(text === undefined ? {} : { text }),
      ...(rows === undefined ? {} : { rows }),
      ...(revision === undefined ? {} : { revision }),
    }),
  );
  written.sort((a, b) => a.boundingBox.top - b.boundingBox.top || a.boundingBox.left - b.boundingBox.left);
  return info === undefined ? { areas: written } : { sheet: sheetInfoOf(info, known), areas: written };
}

function sheetInfoOf({ values, revisions }: FoundInfo, { textIds }: Known): SheetInfo {
  const ids = (texts: readonly number[]) => texts.map((n) => textIds[n] ?? '');
  const members = Object.entries(values);
  const told = revisions.map(
    ({ revision, date, text, texts }): SheetRevision => ({
      revision,
      ...(date === undefined ? {} : { date }),
      ...(text === undefined ? {} : { text }),
      textIds: ids(texts),
    }),
  );
  return {
    ...Object.fromEntries(members.map(([name, { value }]) => [name, value])),
    textIds: Object.fromEntries(members.map(([name, { texts }]) => [name, ids(texts)])),
    // how much of what people look for first is there
    confidence: rounded(['title', 'number', 'revision'].filter((name) => name in values).length / 3),
    revisions: told,
  };
}
