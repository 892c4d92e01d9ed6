import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef } from 'react';
import { type Edits, useEdits } from '../../ui/use-edits.ts';
import { saveSheet, sheetQuery } from '../queries.ts';
import type { Prediction } from './prediction.ts';

const afterMs = 1500;

export interface Review extends Omit<Edits<Prediction>, 'now'> {
  readonly sheet: Prediction;
  /** As it was when the page was opened. */
  readonly opened: Prediction;
}

/** Corrections of a sheet. */
export function useReview(inferenceId: string, name: string, opened: Prediction, tag: string): Review {
  const client = useQueryClient();
  const lastTag = useRef(tag);
  const send = useCallback(
    async (prediction: Prediction) => {
      lastTag.current = await saveSheet(inferenceId, name, { prediction, tag: lastTag.current });
      client.setQueryData(sheetQuery(inferenceId, name).queryKey, { prediction, tag: lastTag.current });
      for (const told of ['metadata', 'corrections']) {
        void client.invalidateQueries({ queryKey: ['drawing', inferenceId, told] });
      }
    },
    [client, inferenceId, name],
  );
  const { now: sheet, ...edits } = useEdits(opened, { afterMs, send });
  return { sheet, opened, ...edits };
}
