import { useEffect, useRef, useState } from 'react';
import { cameraIn, cameraText, type IdCodec, type LookSearch, sectionText, shownTexts } from './look-address.ts';
import type { Shown } from './looks-of.ts';
import type { Stage } from './scene/stage.ts';
import type { Box } from './view-data.ts';

/** The camera is written when it has rested so long. */
const restMs = 400;

interface LinkedLook {
  readonly stage: Stage | undefined;
  readonly section: Box | undefined;
  readonly shown: Shown;
  readonly codec: IdCodec;
  readonly search: LookSearch;
  readonly change: (change: { readonly [Name in keyof LookSearch]: string | undefined }) => void;
}

/**
 * Keeps the address at what is seen, so that a link and a reload show the same. Answers whether all of it fits into the
 * address. What the address holds at first has to be put in by the page; the camera is set here.
 */
export function useLinkedLook({ stage, section, shown, codec, search, change }: LinkedLook): boolean {
  const texts = shownTexts(shown, codec);
  const wanted = { section: sectionText(section), hidden: texts.hidden, only: texts.only };
  const now = useRef({ search, change });
  now.current = { search, change };
  const key = JSON.stringify(wanted);
  useEffect(() => {
    const { search: held, change: write } = now.current;
    const differs = (['section', 'hidden', 'only'] as const).some((name) => held[name] !== JSON.parse(key)[name]);
    if (differs) write({ section: undefined, hidden: undefined, only: undefined, ...JSON.parse(key) });
  }, [key]);
  const [first] = useState(search.camera);
  useEffect(() => {
    if (!stage) return;
    const pose = cameraIn(first);
    if (pose) stage.go(pose, false);
    let timer = 0;
    const rested = () => {
      const camera = cameraText(stage.pose());
      const { search: held, change: write } = now.current;
      // where the page put one is no place to keep
      const isKept = held.camera !== undefined || camera !== cameraText(stage.placed());
      if (isKept && camera !== held.camera) write({ camera });
    };
    const end = stage.onFrame(() => {
      window.clearTimeout(timer);
      timer = window.setTimeout(rested, restMs);
    });
    return () => {
      window.clearTimeout(timer);
      end();
    };
  }, [stage, first]);
  return texts.isWhole;
}
