import { endingOf } from '../file-name.ts';

/** What a file is, by its content: it says where it belongs. */
export const fileKinds = ['model', 'cloud', 'mesh', 'raster', 'photo', 'drawing', 'epd', 'bcf', 'other'] as const;
export type FileKind = (typeof fileKinds)[number];

/** As much of a file as is looked at. */
const headBytes = 16_384;
const tailBytes = 65_536;
/** Of more files than these, some of each ending are looked at. */
const mostOfEnding = 20;

/** The kind of each file; files of one ending, where there are many, are as the first of them. */
export async function recognise(files: readonly File[]): Promise<ReadonlyMap<File, FileKind>> {
  const found = new Map<File, FileKind>();
  for (const [, same] of Map.groupBy(files, ({ name }) => endingOf(name))) {
    const looked = await Promise.all(same.slice(0, mostOfEnding).map(kindOf));
    for (const [at, file] of same.entries()) found.set(file, looked[at] ?? looked[0] ?? 'other');
  }
  return withCompanions(found);
}

async function kindOf(file: File): Promise<FileKind> {
  const head = await bytesOf(file.slice(0, headBytes));
  const isWhole = file.size <= headBytes;
  if (isZip(head)) return kindOfZip(isWhole ? head : await bytesOf(file.slice(-tailBytes)));
  if (isTiff(head)) return (await hasPlace(head, file)) ? 'raster' : 'photo';
  return kindOfHead(head, endingOf(file.name));
}

const bytesOf = async (part: Blob): Promise<Uint8Array> => new Uint8Array(await part.arrayBuffer());

const latin = new TextDecoder('latin1');

const isZip = (head: Uint8Array): boolean => latin.decode(head.subarray(0, 4)) === 'PK\u0003\u0004';

/** The names in a zip stand in clear, each beside its content and once more at the end. */
function kindOfZip(bytes: Uint8Array): FileKind {
  const text = latin.decode(bytes);
  if (/\.ifc(?:xml)?(?:PK|ISO|[^\w.]|$)/i.test(text)) return 'model';
  if (text.includes('bcf.version') || text.includes('markup.bcf')) return 'bcf';
  return /processes\/[\w-]+\.(?:xml|json)/i.test(text) ? 'epd' : 'other';
}

const tiffSigns = ['II*\0', 'II+\0', 'MM\0*', 'MM\0+'];
const isTiff = (head: Uint8Array): boolean => tiffSigns.includes(latin.decode(head.subarray(0, 4)));

const geoTags = new Set([33_550, 33_922, 34_264, 34_735]);

/** Whether a TIFF says where on earth it is: in its first directory, which may stand at its end. */
async function hasPlace(head: Uint8Array, file: Blob): Promise<boolean> {
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  const isLittle = head[0] === 0x49;
  if (view.getUint16(2, isLittle) !== 42) return true; // BigTIFF is what maps are written as
  const at = view.getUint32(4, isLittle);
  const part = await bytesOf(file.slice(at, at + 2 + 12 * 200));
  if (part.byteLength < 2) return false;
  const directory = new DataView(part.buffer);
  const count = Math.min(directory.getUint16(0, isLittle), Math.floor((part.byteLength - 2) / 12));
  return Array.from({ length: count }, (_, n) => directory.getUint16(2 + 12 * n, isLittle)).some((tag) =>
    geoTags.has(tag),
  );
}

const numbers = /^\s*"?-?\d+(?:[.,]\d+)?"?[\s,;|]+"?-?\d+(?:[.,]\d+)?"?[\s,;|]+"?-?\d/;

function kindOfHead(head: Uint8Array, ending: string): FileKind {
  const text = latin.decode(head);
  const start = text.replace(/^\u00ef\u00bb\u00bf/, '').trimStart();
  if (start.startsWith('ISO-10303-21')) return /FILE_SCHEMA\s*\(\s*\(\s*'IFC/i.test(text) ? 'model' : 'other';
  if (/^(?:LASF|ASTM-E57|# \.PCD)/.test(text)) return 'cloud';
  if (/^ply\s/.test(text)) return /element\s+face\s+[1-9]/.test(text) ? 'mesh' : 'cloud';
  if (text.startsWith('glTF')) return 'mesh';
  if (text.startsWith('\u00ff\u00d8\u00ff') || /^.{4}ftyp(?:heic|heix|mif1)/s.test(text)) return 'photo';
  if (text.startsWith('%PDF-')) return 'drawing';
  if (/^(?:AutoCAD Binary DXF|(?:999\s[^\n]*\n\s*)*0\s+SECTION\s)/.test(start)) return 'drawing';
  if (start.startsWith('<')) return kindOfXml(start);
  if (start.startsWith('{') || start.startsWith('[')) return kindOfJson(start, ending);
  return kindOfText(text, ending);
}

function kindOfXml(text: string): FileKind {
  if (/<svg[\s>]/.test(text)) return 'drawing';
  return /<(?:\w+:)?processDataSet[\s>]/.test(text) ? 'epd' : 'other';
}

function kindOfJson(text: string, ending: string): FileKind {
  if (/"geometricError"\s*:/.test(text)) return 'mesh';
  if (ending === 'gltf' && /"asset"\s*:/.test(text)) return 'mesh';
  const isEpd = /"doctype"\s*:\s*"openEPD"/i.test(text) || /"processInformation"\s*:/.test(text);
  return isEpd || (/"declared_unit"\s*:/.test(text) && /"(?:gwp|impacts)"\s*:/.test(text)) ? 'epd' : 'other';
}

/** Tables of other things have numbers, too: the columns must be named, or all of them be numbers from the first line on. */
const isHeadOfPoints = (line: string): boolean =>
  numbers.test(line) ||
  (/\b(?:x|e|east\w*|lon\w*|rechtswert)\b/i.test(line) &&
    /\b(?:y|n|north\w*|lat\w*|hochwert)\b/i.test(line) &&
    /\b(?:z|h|height|elev\w*|altitude|h\S{1,2}he|level)\b/i.test(line));

function kindOfText(text: string, ending: string): FileKind {
  const [first = '', second = '', third = ''] = text.split(/\r?\n/);
  const isPoints = ['xyz', 'pts', 'asc'].includes(ending) || (ending === 'csv' && isHeadOfPoints(first));
  if (
    (isPoints && [second, third].every((line) => numbers.test(line))) ||
    (ending === 'ptx' && /^\s*\d+\s+\d+\s/.test(text))
  )
    return 'cloud';
  if (ending === 'obj' && /^v\s+-?\d/m.test(text)) return 'mesh';
  const columns = first
    .toLowerCase()
    .split(/[,;\t]/)
    .map((cell) => cell.replaceAll('"', '').trim());
  return columns.includes('name') && columns.includes('declaredunit') ? 'epd' : 'other';
}

/** Files that belong to one beside them: textures and materials to a mesh, systems and places to clouds and maps. */
const sidecars = /\.(?:prj|wkt|[tj]fw|wld|mtl|bin|aux\.xml|ovr|b3dm|i3dm|pnts|cmpt|subtree)$/i;
const textures: readonly FileKind[] = ['photo', 'other'];

function withCompanions(found: ReadonlyMap<File, FileKind>): ReadonlyMap<File, FileKind> {
  const kinds = new Set(found.values());
  if (kinds.has('mesh')) {
    return new Map([...found].map(([file, kind]) => [file, textures.includes(kind) ? 'mesh' : kind]));
  }
  const main = (['cloud', 'raster'] as const).find((kind) => kinds.has(kind));
  if (main === undefined) return found;
  return new Map([...found].map(([file, kind]) => [file, kind === 'other' && sidecars.test(file.name) ? main : kind]));
}
