import { queryOptions } from '@tanstack/react-query';
import type { Schemas } from '@twin-platform/client';
import { answerOf, platform, requestOf } from '../platform/client.ts';

type Shapes = Schemas['realityAnalysis'];
export type Detector = Shapes['Detector'];
export type Version = Shapes['DetectorVersion'];
export type Listed = Shapes['DetectorMinimal'];
export type DetectorType = Listed['type'];
export type Trial = Shapes['DetectorTrial'];

const api = platform.realityAnalysis;
const root = '/reality-analysis/detectors';
const one = `${root}/{detectorName}` as const;
const version = `${one}/versions/{versionNumber}` as const;

/** Those of the organization, and what others have published; by name. */
export const detectorsQuery = queryOptions({
  queryKey: ['detectors'],
  queryFn: async () => (await answerOf(api.GET(root, {}))).detectors,
});

const of = (detectorName: string) => ({ params: { path: { detectorName } } });
const ofVersion = (detectorName: string, versionNumber: string) => ({
  params: { path: { detectorName, versionNumber } },
});

export const detectorQuery = (name: string) =>
  queryOptions({
    queryKey: ['detectors', name],
    queryFn: async () => (await answerOf(api.GET(one, of(name)))).detector,
  });

/** What it is called where people read it. */
export const titleOf = ({ name, displayName }: Pick<Listed, 'name' | 'displayName'>): string => displayName ?? name;

/** What detectors of a type do, in words. */
export const typeWords: Readonly<Record<DetectorType, { readonly finds: string; readonly about: string }>> = {
  PhotoObjectDetector: { finds: 'Things in photos', about: 'Puts boxes around things.' },
  PhotoSegmentationDetector: { finds: 'Areas in photos', about: 'Colours areas, pixel by pixel.' },
  OrthophotoSegmentationDetector: { finds: 'Things on orthophotos', about: 'Outlines things on maps made of photos.' },
  PointCloudSegmentationDetector: { finds: 'Classes of points', about: 'Gives each point of a cloud a class.' },
};

export interface NewDetector {
  readonly name: string;
  readonly type: DetectorType;
  readonly displayName: string;
  readonly description: string;
}

const textsOf = ({ displayName, description }: Pick<NewDetector, 'displayName' | 'description'>) => ({
  displayName: displayName.trim() || null,
  description: description.trim() || null,
});

export async function createDetector({ name, type, ...texts }: NewDetector): Promise<string> {
  return (await answerOf(api.POST(root, { body: { name, type, ...textsOf(texts) } }))).detector.name;
}
export async function updateDetector(name: string, texts: Pick<NewDetector, 'displayName' | 'description'>) {
  await answerOf(api.PATCH(one, { ...of(name), body: textsOf(texts) }));
}
export async function removeDetector(name: string): Promise<void> {
  await answerOf(api.DELETE(one, of(name)));
}

export type Export = Version['capabilities']['exports'][number];

export interface NewVersion {
  readonly name: string;
  readonly number: string;
  readonly labels: readonly string[];
  readonly exports: readonly Export[];
}

/** A version that awaits its package; answers where that goes. */
export async function createVersion({ name, number, labels, exports }: NewVersion): Promise<string> {
  const capabilities = { labels: [...labels], exports: [...exports] };
  const body = { versionNumber: number, capabilities };
  return (await answerOf(api.POST(`${one}/versions`, { ...of(name), body })))._links.uploadUrl.href;
}

/** Has the package looked at. Errors: 400 with what is wrong with it. */
export async function completeVersion(name: string, number: string): Promise<void> {
  await answerOf(api.POST(`${version}/complete`, ofVersion(name, number)));
}
export async function publishVersion(name: string, number: string, on: boolean): Promise<void> {
  const path = on ? (`${version}/publish` as const) : (`${version}/unpublish` as const);
  await answerOf(api.POST(path, ofVersion(name, number)));
}
export async function removeVersion(name: string, number: string): Promise<void> {
  await answerOf(api.DELETE(version, ofVersion(name, number)));
}

/** What a version finds on a picture; nothing is kept. */
export async function tryVersion(name: string, number: string, picture: Blob): Promise<Trial> {
  const path = `${root}/${encodeURIComponent(name)}/versions/${number}/trial`;
  const init = { method: 'POST', headers: { 'Content-Type': picture.type }, body: picture };
  return (await (await requestOf(path, init)).json()).trial;
}
