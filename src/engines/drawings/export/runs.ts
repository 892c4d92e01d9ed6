import type { Prediction, SheetLink } from '../prediction.ts';

interface Linked {
  readonly id: string;
  readonly link: SheetLink;
}

export interface Run<P> {
  readonly pipes: readonly P[];
  /** The line number. */
  readonly label: string | undefined;
}

/** Pipes that go on through what stands in them, in the order of their first. */
export function pipeRuns<P extends Linked>(
  { connectionPoints }: Prediction,
  pipes: readonly P[],
  isInLine: (region: string) => boolean,
): Run<P>[] {
  const runs: P[][] = [];
  const byRegion = new Map<string, P[]>();
  for (const pipe of pipes) {
    const regions = pipe.link.endpoints.flatMap((end) => connectionPoints[end]?.assocSymbol ?? []).filter(isInLine);
    const met = [...new Set(regions.flatMap((region) => byRegion.get(region) ?? []))];
    const [first, ...others] = runs.filter((run) => run.some((one) => met.includes(one)));
    const run = first ?? [];
    if (first === undefined) runs.push(run);
    run.push(pipe);
    for (const other of others) {
      run.push(...other);
      runs.splice(runs.indexOf(other), 1);
    }
    for (const region of regions) byRegion.set(region, [...(byRegion.get(region) ?? []), pipe]);
  }
  return runs.map((own) => ({
    pipes: own,
    label: own.find(({ link }) => link.userLabel !== undefined)?.link.userLabel,
  }));
}
