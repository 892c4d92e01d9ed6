import { type RefObject, useMemo, useRef, useState } from 'react';
import { byText } from '../../ui/order.ts';
import { picturedMask } from '../../ui/picture/pictured-mask.ts';
import type { Picture } from '../../ui/picture/use-picture.ts';
import { usePageKeys } from '../../ui/use-page-keys.ts';
import type { OpenScene } from '../contents.ts';
import { areasOf, everything, isShown, itemsOf, marksOf } from './items.ts';
import type { Verdict } from './review-file.ts';
import { usePhoto } from './use-photo.ts';
import type { ReviewControl } from './use-review.ts';

/** Photos that something was found on; all of them where nothing was. */
function useMarked({ scene }: OpenScene) {
  const marked = useMemo(() => {
    const some = scene.photos.filter(({ id }) => scene.masks?.has(id) || (scene.objects2D?.get(id)?.length ?? 0) > 0);
    return (some.length > 0 ? some : [...scene.photos]).toSorted(byText(({ image }) => image.path));
  }, [scene]);
  const [photoId, setPhoto] = useState(marked[0]?.id ?? '');
  return { marked, photoId, setPhoto, at: marked.findIndex(({ id }) => id === photoId) };
}

/** Which photo is shown, what of it is chosen, and what keys and buttons do with it. */
export function useBench(open: OpenScene, twinId: string, control: ReviewControl, mayWrite: boolean) {
  const { scene } = open;
  const { review, say, undo } = control;
  const { marked, photoId, setPhoto, at } = useMarked(open);
  const [filter, setFilter] = useState(everything);
  const [chosen, choose] = useState<string>();
  const picture = useRef<Picture>(null);
  const photo = usePhoto(open, twinId, photoId);
  const { mask } = photo;
  const found = useMemo(() => (mask ? areasOf(mask) : []), [mask]);
  const items = useMemo(() => itemsOf(scene, photoId, review, found), [scene, photoId, review, found]);
  const shown = items.filter((item) => isShown(item, filter));
  const size = photo.picture ?? { width: 1, height: 1 };
  const marks = marksOf(scene, photoId, shown, size);
  const seen = shown.map(({ labelId }) => labelId).join();
  const areas = useMemo(() => {
    const labels = new Set(seen.split(',').map(Number));
    return mask && picturedMask(mask, (label) => labels.has(label));
  }, [mask, seen]);
  const show = (id: string) => {
    setPhoto(id);
    choose(undefined);
  };
  const turn = (by: 1 | -1) => {
    const next = marked[at + by];
    if (next) show(next.id);
  };
  const goTo = (id: string) => {
    choose(id);
    const mark = marks.find((one) => one.id === id);
    if (mark) picture.current?.goTo(mark.box);
  };
  const place = shown.findIndex(({ id }) => id === chosen);
  const step = (by: 1 | -1) => {
    const next = place < 0 && by < 0 ? undefined : shown[place + by];
    if (next) goTo(next.id);
    else turn(by);
  };
  const judge = (verdict: Verdict | undefined) => {
    if (!mayWrite || chosen === undefined || place < 0) return;
    say(photoId, chosen, verdict);
    const next = shown[place + 1];
    if (verdict && next) goTo(next.id);
  };
  useBenchKeys({ judge, step, turn, picture, undo: mayWrite ? undo : undefined, choose });
  return {
    marked,
    photoId,
    at,
    show,
    turn,
    filter,
    setFilter,
    chosen,
    choose,
    goTo,
    judge,
    picture,
    photo,
    shown,
    size,
    marks,
    areas,
    item: shown[place],
  };
}
export type Bench = ReturnType<typeof useBench>;

interface Acts {
  judge(verdict: Verdict | undefined): void;
  step(by: 1 | -1): void;
  turn(by: 1 | -1): void;
  readonly picture: RefObject<Picture | null>;
  readonly undo: ReviewControl['undo'];
  choose(id: string | undefined): void;
}

function useBenchKeys({ judge, step, turn, picture, undo, choose }: Acts): void {
  const keys: Readonly<Record<string, () => void>> = {
    a: () => judge('accepted'),
    r: () => judge('rejected'),
    backspace: () => judge(undefined),
    n: () => step(1),
    p: () => step(-1),
    pagedown: () => turn(1),
    pageup: () => turn(-1),
    f: () => picture.current?.fit(),
    '+': () => picture.current?.zoom(1.4),
    '-': () => picture.current?.zoom(0.7),
    'ctrl+z': () => undo?.(),
    escape: () => choose(undefined),
  };
  usePageKeys((key) => {
    const act = keys[key];
    act?.();
    return act !== undefined;
  });
}
