import type { SnapshotHeader } from '../../engines/snapshot/types.ts';

/** What lists and answers about a model need of its snapshot; the rest is read from there. */
export type Summary = Omit<SnapshotHeader, 'tree' | 'groups' | 'types' | 'report'> & { readonly issueCount: number };

export const summaryOf = ({ tree: _, groups: __, types: ___, report, ...header }: SnapshotHeader): Summary => ({
  ...header,
  issueCount: report.issueCount,
});
