import { searchTexts } from '../platform/search-texts.ts';

export const captureTabs = ['jobs', 'photos'] as const;
export type CaptureTab = (typeof captureTabs)[number];

/** The tab that an address names. */
export function captureSearch({ tab }: Readonly<Record<string, unknown>>): { readonly tab?: CaptureTab } {
  const known = captureTabs.find((one) => one === tab);
  return known ? { tab: known } : {};
}

/** What the address of control points holds. */
export interface PointsSearch {
  /** Id of the point that is chosen. */
  readonly point?: string;
  /** Name of the photo that is shown. */
  readonly photo?: string;
  /** Id of the oriented photos that show where the points should be. */
  readonly scene?: string;
}

export const pointsSearch = (given: Readonly<Record<string, unknown>>): PointsSearch =>
  searchTexts(['point', 'photo', 'scene'], given);

/** What the address of photos in 3D holds. */
export interface SpaceSearch {
  /** Id of the tiles that are drawn with them. */
  readonly tiles?: string;
  /** Name of the photo that is chosen. */
  readonly photo?: string;
}

export const spaceSearch = (given: Readonly<Record<string, unknown>>): SpaceSearch =>
  searchTexts(['tiles', 'photo'], given);
