import type { Entry } from '../shapes.ts';
import type { NameRow } from './rows.ts';

/** What a person has put into the form of an entry; numbers may be empty. */
export interface EntryDraft {
  readonly ignored: boolean;
  readonly reason: string;
  readonly epdId: string | null;
  readonly factor: number | string;
  /** In percent. */
  readonly wastage: number | string;
  readonly density: number | string;
  readonly thickness: number | string;
  readonly serviceLife: number | string;
  readonly transport: readonly {
    readonly key: string;
    readonly epdId: string | null;
    readonly distance: number | string;
  }[];
  readonly note: string;
}

/** What is there already of the first, which many take over; else what is proposed for it. */
export function draftOf(rows: readonly NameRow[]): EntryDraft {
  const entry = rows.find((row) => row.entry !== undefined)?.entry;
  const proposed = rows[0]?.proposal?.epdId ?? null;
  return {
    ignored: entry?.ignored ?? false,
    reason: entry?.reason ?? '',
    epdId: entry?.epdId ?? proposed,
    factor: entry?.factor ?? '',
    density: entry?.density ?? '',
    thickness: entry?.thickness ?? '',
    wastage: entry?.wastage === undefined ? '' : Number((100 * entry.wastage).toPrecision(12)),
    serviceLife: entry?.serviceLife ?? '',
    transport: (entry?.transport ?? []).map((one, at) => ({ ...one, key: String(at) })),
    note: entry?.note ?? '',
  };
}

/** Why the form cannot be saved. */
export function faultOf({ ignored, reason, epdId, transport }: EntryDraft): string | null {
  if (ignored) return reason.trim() ? null : 'Say why it is ignored.';
  if (epdId === null) return 'Choose a declaration.';
  return transport.every((one) => one.epdId !== null && one.distance !== '')
    ? null
    : 'Choose a declaration and a distance for each transport.';
}

/** The entries of all names: the same but for the name. */
export function entriesOf(rows: readonly NameRow[], draft: EntryDraft): readonly Entry[] {
  const names = [...new Set(rows.flatMap(({ material }) => material.name ?? []))];
  const note = draft.note.trim() ? { note: draft.note.trim() } : {};
  return names.map((name): Entry => {
    if (draft.ignored) return { name, epdId: null, ignored: true, reason: draft.reason.trim(), ...note };
    const wastage = numberOf(draft.wastage);
    const transport = draft.transport.flatMap(({ epdId, distance }) => {
      const kilometres = numberOf(distance);
      return epdId === null || kilometres === undefined ? [] : [{ epdId, distance: kilometres }];
    });
    return {
      name,
      epdId: draft.epdId,
      ...note,
      ...above0('factor', draft.factor),
      ...above0('density', draft.density),
      ...above0('thickness', draft.thickness),
      ...above0('serviceLife', draft.serviceLife),
      ...(wastage === undefined || wastage === 0 ? {} : { wastage: wastage / 100 }),
      ...(transport.length === 0 ? {} : { transport }),
    };
  });
}

const numberOf = (value: number | string): number | undefined => {
  const number = typeof value === 'number' ? value : Number.parseFloat(value);
  return Number.isFinite(number) ? number : undefined;
};

function above0(name: 'factor' | 'density' | 'thickness' | 'serviceLife', value: number | string): Partial<Entry> {
  const number = numberOf(value);
  return number === undefined || number <= 0 ? {} : { [name]: number };
}
