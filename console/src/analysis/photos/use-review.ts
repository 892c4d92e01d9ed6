import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import { useSavedSoon } from '../../ui/use-edits.ts';
import { type Review, reviewWith, type Said, type Verdict } from './review-file.ts';
import { type KeptReview, reviewQuery, saveReview } from './store.ts';

const saveAfterMs = 1000;

export interface ReviewControl {
  readonly review: Review;
  readonly say: (photo: string, id: string, verdict: Verdict | undefined) => void;
  readonly undo: (() => void) | undefined;
  readonly saving: 'saved' | 'waits' | 'failed';
  readonly error: unknown;
  readonly save: () => Promise<boolean>;
}

interface Where {
  readonly dataId: string;
  readonly twinId: string;
  readonly link: string;
}

/** What one says of what was found; it goes to the server by itself a moment later, and can be taken back. */
export function useReview({ dataId, twinId, link }: Where, opened: KeptReview): ReviewControl {
  const client = useQueryClient();
  const [kept, setKept] = useState(opened.review);
  const [said, setSaid] = useState<readonly Said[]>([]);
  const [before, setBefore] = useState<readonly Said[]>([]);
  const [error, setError] = useState<unknown>();
  const waiting = useRef<readonly Said[]>([]);
  waiting.current = said;
  const under = useRef<Promise<boolean>>(Promise.resolve(true));
  const save = useCallback(() => {
    under.current = under.current.then(async () => {
      const sent = waiting.current;
      if (sent.length === 0) return true;
      try {
        const next = await saveReview(dataId, twinId, sent);
        setKept(next.review);
        setSaid((all) => all.filter((one) => !sent.includes(one)));
        waiting.current = waiting.current.filter((one) => !sent.includes(one));
        setError(undefined);
        client.setQueryData(reviewQuery({ dataId, link }).queryKey, next);
        return true;
      } catch (refusal) {
        setError(refusal);
        return false;
      }
    });
    return under.current;
  }, [client, dataId, twinId, link]);
  useSavedSoon(said.length === 0 ? undefined : said, save, saveAfterMs);
  const review = reviewWith(kept, said);
  const last = before.at(-1);
  return {
    review,
    say(photo, id, verdict) {
      setBefore((all) => [...all, { photo, id, verdict: review.get(photo)?.get(id) }]);
      setSaid((all) => [...all, { photo, id, verdict }]);
    },
    undo:
      last &&
      (() => {
        setBefore((all) => all.slice(0, -1));
        setSaid((all) => [...all, last]);
      }),
    saving: said.length === 0 ? 'saved' : error ? 'failed' : 'waits',
    error: said.length > 0 ? error : undefined,
    save,
  };
}
