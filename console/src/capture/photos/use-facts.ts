import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { factsQuery, type PhotoFacts } from '../../ui/photos/photo-facts.ts';
import type { PhotoSet } from '../../ui/photos/photo-set.ts';

/** So many are read by themselves; more when one asks for it. */
const mostByItself = 500;
/** Thousands of pins are drawn anew less often. */
const renderEveryMs = (photos: number): number => (photos > mostByItself ? 1000 : 250);

export interface AllFacts {
  /** By the name of the photo; what is being read is not there yet. */
  readonly facts: ReadonlyMap<string, PhotoFacts>;
  /** Those that have been read, or could not be. */
  readonly done: number;
  /** Those that are read. */
  readonly wanted: number;
  /** Reads those of all photos; undefined when they are. */
  readonly readAll: (() => void) | undefined;
}

/** What the photos tell of themselves, as it comes. */
export function useFacts(set: PhotoSet): AllFacts {
  const client = useQueryClient();
  const [known, know] = useState<{ readonly facts: ReadonlyMap<string, PhotoFacts>; readonly done: number }>({
    facts: new Map(),
    done: 0,
  });
  const [isAll, setAll] = useState(false);
  const wanted = isAll ? set.photos.length : Math.min(set.photos.length, mostByItself);
  useEffect(() => {
    let [stopped, done] = [false, 0];
    const facts = new Map<string, PhotoFacts>();
    const show = () => !stopped && know({ facts: new Map(facts), done });
    const timer = setInterval(show, renderEveryMs(wanted));
    const reads = set.photos.slice(0, wanted).map(async (photo) => {
      const found = await client.fetchQuery(factsQuery(set, photo)).catch(() => undefined);
      if (found) facts.set(photo.name, found);
      done++;
    });
    void Promise.all(reads).then(() => {
      clearInterval(timer);
      show();
    });
    return () => {
      stopped = true;
      clearInterval(timer);
    };
  }, [client, set, wanted]);
  return { ...known, wanted, readAll: wanted < set.photos.length ? () => setAll(true) : undefined };
}
