import { useState } from 'react';
import { showProblem } from '../../ui/change.tsx';
import { usePageKeys } from '../../ui/use-page-keys.ts';
import { changed, type Facts, newId, withCut, withJoin, withLine, withSymbol } from './edit.ts';
import type { Box, Item, Point } from './prediction.ts';
import type { Tool } from './sheet-picture.tsx';
import type { Review } from './use-review.ts';
import type { Selection } from './use-selection.ts';

/** What tools, buttons and keys do with a sheet that is reviewed. */
export function useBench(review: Review, selection: Selection, mayWrite: boolean) {
  const { sheet, change } = review;
  const { selected, chosen, setChosen, choose, next, picture } = selection;
  const [tool, setTool] = useState<Tool>('look');
  const [from, setFrom] = useState<string>();
  const take = (to: Tool) => {
    setTool(to);
    setFrom(undefined);
  };
  const say = (facts: Facts, goOn = false) => {
    if (!mayWrite || chosen.size === 0) return;
    change(changed(sheet, chosen, facts));
    if (goOn) next(1);
  };
  const click = (item: Item | undefined, at: Point, more: boolean) => {
    if (tool === 'cut' && item?.kind === 'line') return change(withCut(sheet, item.id, at));
    choose(item, more && tool === 'look');
    if (tool !== 'line' || item?.kind !== 'symbol') return;
    if (from === undefined || from === item.id) return setFrom(item.id);
    const id = `LINK_${newId()}`;
    change(withLine(sheet, id, [from, item.id]));
    setFrom(undefined);
    setChosen(new Set([id]));
  };
  const keys: Readonly<Record<string, () => void>> = {
    a: () => say({ status: 'approved' }, true),
    d: () => say({ status: 'deleted' }, true),
    n: () => next(1),
    p: () => next(-1),
    f: () => picture.current?.fit(),
    '+': () => picture.current?.zoom(1.4),
    '-': () => picture.current?.zoom(1 / 1.4),
    'ctrl+z': () => review.undo?.(),
    'ctrl+y': () => review.redo?.(),
    'ctrl+shift+z': () => review.redo?.(),
  };
  usePageKeys((key) => {
    if (key === 'escape') {
      take('look');
      choose(undefined);
    }
    keys[key]?.();
    return keys[key] !== undefined;
  });
  return { tool, take, from, say, click, add, join: joinOf(selected) };

  /** A symbol that a person drew. */
  function add(box: Box, facts: Pick<Facts, 'modelClass' | 'userLabel'>): void {
    const id = newId();
    change(withSymbol(sheet, id, box, facts));
    setChosen(new Set([id]));
    take('look');
  }

  function joinOf([one, other, ...more]: readonly Item[]): (() => void) | undefined {
    if (one?.kind !== 'line' || other?.kind !== 'line' || more.length > 0) return undefined;
    return () => {
      const joined = withJoin(sheet, [one.id, other.id]);
      if (joined === undefined)
        return showProblem(new Error('These two lines have no free ends that could be joined.'));
      change(joined);
      setChosen(new Set());
    };
  }
}
