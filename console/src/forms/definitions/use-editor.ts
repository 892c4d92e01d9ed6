import { useMemo, useState } from 'react';
import type { Layout } from '../../../../src/areas/forms/layout/controls.ts';
import { isUnreadable, readLayout } from '../../../../src/areas/forms/layout/read.ts';
import { validateLayout } from '../../../../src/areas/forms/layout/validate.ts';
import type { WholeEdit } from '../whole-edit.ts';
import { type Outline, textOf } from './outline.ts';

/** A layout while it is edited, judged as the server will judge it. */
export function useEditor({ now: outline, change }: WholeEdit<string, Outline>, listGroups: readonly string[]) {
  const [chosen, choose] = useState<number>();
  const text = useMemo(() => textOf(outline), [outline]);
  const layout = useMemo((): Layout => {
    const read = readLayout(text);
    return isUnreadable(read) ? { controls: [], all: [], byKey: new Map() } : read;
  }, [text]);
  const verdict = useMemo(() => {
    const images = layout.all.map(({ members }) => Number(members.FileId)).filter((id) => id > 0);
    return validateLayout(text, { listGroups: new Set(listGroups), images: new Set(images) });
  }, [text, layout, listGroups]);
  return { outline, chosen, choose, layout, verdict, change };
}
