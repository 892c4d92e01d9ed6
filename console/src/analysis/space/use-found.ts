import { useQueries, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Analysis } from '../analysis.ts';
import { sceneQuery } from '../contents.ts';
import { type Feature, featuresOf } from './features.ts';
import { geoJsonQuery } from './geo-json-query.ts';

const bases = ['objects3D', 'lines3D', 'polygons3D', 'polygons2D', 'lines2D'] as const;

/** What the engine calls that which one survey has and the other has not. */
export const changeWords: Readonly<Record<string, string>> = { 'only in A': 'Gone', 'only in B': 'New' };

export interface FoundInPlace {
  readonly features: readonly Feature[];
  /** Their places are degrees. */
  readonly onEarth: boolean;
  readonly isPending: boolean;
  readonly error: unknown;
}

/** Everything with a place that an analysis has found. */
export function useFound({ outputs }: Analysis, twinId: string): FoundInPlace {
  const shown = bases.flatMap((base) => {
    const json = outputs.get(`${base}AsGeoJSON`);
    return json ? [{ base, json, scene: outputs.get(base) ?? '' }] : [];
  });
  const read = useQueries({ queries: shown.map(({ json }) => geoJsonQuery(json, twinId)) });
  const [first] = shown;
  const scene = useQuery({ ...sceneQuery(first?.scene ?? '', twinId), enabled: first !== undefined });
  const isPending = read.some((one) => one.isPending) || (first !== undefined && scene.isPending);
  const texts = read.map(({ data }) => data);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was read once stays
  const features = useMemo(
    () =>
      isPending
        ? []
        : shown.flatMap(({ base }, n) => {
            const boxes = base === 'objects3D' ? (scene.data?.scene.objects3D ?? []) : undefined;
            return featuresOf(texts[n], boxes).map((one) => ({
              ...one,
              id: `${base}-${one.id}`,
              label: changeWords[one.label] ?? one.label,
            }));
          }),
    [isPending, scene.data],
  );
  const error = read.find((one) => one.error)?.error ?? scene.error;
  return { features, onEarth: scene.data?.scene.crs !== undefined && areDegrees(features), isPending, error };
}

/** A system that the server does not know leaves metres. */
const areDegrees = (features: readonly Feature[]): boolean =>
  features.every(({ rings }) => rings.every((ring) => ring.every(([x, y]) => Math.abs(x) <= 180 && Math.abs(y) <= 90)));
