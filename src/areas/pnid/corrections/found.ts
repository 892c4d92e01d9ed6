import type { Prediction, Region, SheetLink } from '../../../engines/drawings/prediction.ts';
import { changedMembers } from '../../../engines/drawings/review/members.ts';
import type { CorrectionRow } from '../tables.ts';

type Found = Pick<CorrectionRow, 'item_id' | 'kind' | 'change'>;
type Item = Region | SheetLink;

/** What a review says of symbols, texts and lines that was not said before it. */
export function correctionsIn(before: Prediction, after: Prediction): Found[] {
  const regionsOf = ({ regions }: Prediction) => new Map(regions.map((one) => [one.id, one]));
  const linksOf = ({ links }: Prediction) => new Map(Object.entries(links));
  return [
    ...changesOf(regionsOf(before), regionsOf(after), 'region'),
    ...changesOf(linksOf(before), linksOf(after), 'link'),
  ];
}

function changesOf(
  before: ReadonlyMap<string, Item>,
  after: ReadonlyMap<string, Item>,
  kind: CorrectionRow['kind'],
): Found[] {
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((id) => {
    const change = changeOf(before.get(id), after.get(id));
    return change === undefined ? [] : [{ item_id: id, kind, change }];
  });
}

const verdicts = { approved: 'approved', deleted: 'deleted', pending: 'reopened' } as const;

function changeOf(before: Item | undefined, after: Item | undefined): CorrectionRow['change'] | undefined {
  if (after === undefined) return before === undefined ? undefined : 'removed';
  if (before === undefined) return 'added';
  const members = changedMembers(before, after);
  if (members.size === 0) return undefined;
  const onlyVerdict = members.size === 1 && members.has('status');
  return onlyVerdict || after.status === 'deleted' ? verdicts[after.status] : 'changed';
}
