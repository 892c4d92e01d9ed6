import { endingOf } from '../../platform/file-name.ts';

type Named = Pick<File, 'name' | 'size'>;

/** What becomes one component: a design file with what has its name. */
export interface Bundle<F extends Named = File> {
  /** Of the component. */
  readonly name: string;
  readonly design: F;
  /** Its type catalog: a variation a line. */
  readonly typeCatalog?: F;
  readonly companions: readonly Companion<F>[];
}

export interface Companion<F> {
  readonly file: F;
  readonly purpose: 'Design' | 'Thumbnail' | 'GalleryImage' | 'Reference';
}

export interface Bundles<F extends Named = File> {
  readonly bundles: readonly Bundle<F>[];
  /** Files that belong to no design file. */
  readonly strays: readonly F[];
}

const pictures = ['png', 'jpg', 'jpeg'];
/** They explain a design, and are none. */
const papers = [
  ...pictures,
  'gif',
  'webp',
  'txt',
  'pdf',
  'csv',
  'doc',
  'docx',
  'xls',
  'xlsx',
  'md',
  'html',
  'mtl',
  'bin',
  'json',
];

/** The server makes components of these by a job, which reads the type catalog, too. */
export const isReadByServer = (name: string): boolean => ['rfa', 'dgn', 'cel'].includes(endingOf(name));

const isDesign = ({ name }: Named): boolean => !papers.includes(endingOf(name));
const isPicture = ({ name }: Named): boolean => pictures.includes(endingOf(name));

/** `door.v2` of `door.v2.rfa`. */
export const stemOf = (name: string): string =>
  (name.includes('.') ? name.slice(0, name.lastIndexOf('.')) : name).trim();

/**
 * Puts files together that have the same name, whatever comes after its last dot, in the same folder: `door.ifc` with
 * `door.png` and `door.pdf` is one component with a picture and a document.
 */
export function bundlesOf<F extends Named>(files: readonly F[], folderOf: (file: F) => string = () => ''): Bundles<F> {
  const groups = Map.groupBy(
    files.filter(({ name }) => !name.startsWith('.')),
    (file) => `${folderOf(file)}/${stemOf(file.name).toLowerCase()}`,
  );
  const found = [...groups.values()].map(bundleOf);
  return {
    bundles: found.flatMap((one) => one.bundle ?? []),
    strays: found.flatMap((one) => (one.bundle ? [] : one.files)),
  };
}

function bundleOf<F extends Named>(files: readonly F[]): { readonly files: readonly F[]; readonly bundle?: Bundle<F> } {
  const designs = files.filter(isDesign);
  const design = designs.find(({ name }) => isReadByServer(name)) ?? designs[0];
  if (design === undefined) return { files };
  const typeCatalog = isReadByServer(design.name) ? files.find(({ name }) => endingOf(name) === 'txt') : undefined;
  const rest = files.filter((one) => one !== design && one !== typeCatalog);
  const first = rest.find(isPicture);
  const companions = rest.map((file): Companion<F> => ({ file, purpose: purposeOf(file, file === first) }));
  return { files, bundle: { name: stemOf(design.name), design, ...(typeCatalog && { typeCatalog }), companions } };
}

function purposeOf(file: Named, isFirstPicture: boolean): Companion<Named>['purpose'] {
  if (isDesign(file)) return 'Design';
  if (!isPicture(file)) return 'Reference';
  return isFirstPicture ? 'Thumbnail' : 'GalleryImage';
}

export const filesOf = <F extends Named>({ design, typeCatalog, companions }: Bundle<F>): F[] => [
  ...(typeCatalog ? [typeCatalog] : []),
  design,
  ...companions.map(({ file }) => file),
];
