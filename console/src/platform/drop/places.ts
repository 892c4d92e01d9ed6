import type { FileKind } from './recognise.ts';

/** Where files can go: into Files, or to the page of a trade that reads them. */
export const places = ['files', 'reality', 'photos', 'drawings', 'epds', 'forms'] as const;
export type Place = (typeof places)[number];

export const placeOf: Readonly<Record<FileKind, Place>> = {
  model: 'files',
  other: 'files', // an IFC file of Files is a model
  cloud: 'reality',
  mesh: 'reality',
  raster: 'reality',
  photo: 'photos',
  drawing: 'drawings',
  epd: 'epds',
  bcf: 'forms',
};

/** What may also be something else to somebody: a PDF is not always a P&ID. */
const unsure: ReadonlySet<Place> = new Set(['photos', 'drawings']);

/** The page of each place, below the twin: what is dropped there is meant for it. */
const pages: readonly (readonly [page: RegExp, place: Place])[] = [
  [/^\/capture/, 'photos'],
  [/^\/drawings/, 'drawings'],
  [/^\/carbon/, 'epds'],
  [/^\/forms/, 'forms'],
  [/^\/reality/, 'reality'],
];

export interface Group {
  readonly place: Place;
  readonly files: readonly File[];
}

export interface Plan {
  readonly groups: readonly Group[];
  /** Whether a person is asked first. */
  readonly asks: boolean;
}

/** Where dropped files go. `page`: what of the address is below the twin; `may`: where the person may bring some. */
export function planOf(kinds: ReadonlyMap<File, FileKind>, page: string, may: (place: Place) => boolean): Plan {
  const here = pages.find(([of]) => of.test(page))?.[1];
  const wanted = ([, kind]: readonly [File, FileKind]): Place => {
    const place = placeOf[kind];
    return may(place) ? place : 'files';
  };
  const groups = [...Map.groupBy(kinds, wanted)].map(([place, all]) => ({ place, files: all.map(([file]) => file) }));
  const elsewhere = groups.filter(({ place }) => place !== 'files');
  const isInFiles = page.startsWith('/files');
  const asks =
    elsewhere.length > 1 || elsewhere.some(({ place }) => isInFiles || (unsure.has(place) && place !== here));
  return { groups, asks };
}

/** The permissions of which one is needed to bring files to a place. */
export const permissionsOf: Readonly<Record<Place, readonly string[]>> = {
  files: [],
  reality: ['realitydata_create'],
  photos: ['realitydata_create'],
  drawings: ['MLRunInference'],
  epds: ['carbon_calculate'],
  forms: ['Forms_CreateAccess', 'Forms_FullAccess'],
};
