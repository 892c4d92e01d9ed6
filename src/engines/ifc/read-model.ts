import type { EngineContext } from '../engine.ts';
import { type PathReader, pathReader } from './curves/alignment.ts';
import { withKnownEntities } from './describe/foreign.ts';
import { type Relative, relativePlacements } from './describe/placement.ts';
import { readHeader } from './header.ts';
import type { Input } from './input.ts';
import { openIssues } from './issues.ts';
import { type PaintMaps, paintMaps } from './paint/paints.ts';
import { picturesOf } from './paint/pictures.ts';
import { profileReader } from './profiles/profiles.ts';
import { reshaped } from './reshape/reshape.ts';
import type { Textures } from './shapes.ts';
import { type Mend, mended, signMends } from './step/mends.ts';
import { type Instance, type Model, openModel } from './step/model.ts';
import { scanInstances } from './step/scan.ts';
import { type Units, unitsOf } from './units.ts';

export interface ReadFile {
  readonly model: Model;
  readonly project: Instance | undefined;
  readonly units: Units;
  /** How a placement stands, from the one above it on. */
  readonly relativeTo: (placement: Instance) => Relative;
  readonly paths: PathReader;
  readonly paintMaps: PaintMaps;
  /** By the instances of textures. */
  readonly pictures: Textures;
  /** The file as the library of the meshes gets it. */
  readonly meshed: Uint8Array;
}

/** Reads the header and finds all instances; what is not as it must be is mended where it is understood. */
export async function readModel({ bytes, others, other }: Input, context: EngineContext): Promise<ReadFile> {
  const issues = openIssues(bytes);
  const mends: Mend[] = [];
  const { schema, dataStart, isWrittenAnew } = readHeader(bytes, issues, mends);
  const megabyte = (size: number) => Math.round(size / 1e6);
  const scanned = await scanInstances(
    bytes,
    dataStart,
    issues,
    mends,
    (done) => context.progress({ message: `${megabyte(done)} of ${megabyte(bytes.length)} MB read` }),
    (entity) => schema.attributes(entity).length,
  );
  const index = withKnownEntities(scanned, { bytes, schema, issues, mends });
  mends.push(...signMends(bytes).filter(({ from }) => !isWrittenAnew || from >= dataStart));
  context.progress({ message: null });
  issues.instancesAt((number) => {
    const position = index.find(number);
    return position === -1 ? undefined : index.offsets[position];
  });
  const model = openModel(bytes, index, schema, issues);
  const [projectNumber] = model.all('IFCPROJECT');
  const project = projectNumber === undefined ? undefined : model.read(projectNumber);
  const units = unitsOf(model, project);
  const paths = pathReader(model, units);
  const relativeTo = relativePlacements(model, paths);
  const profiles = profileReader(model, paths.curves, units);
  const changes = await reshaped({ model, units, paths, profiles }, relativeTo, context.signal);
  for (const mend of changes) mends.push(mend);
  const maps = paintMaps(model);
  const used = new Set<string>();
  const pictures = await picturesOf(model, maps.textures, async (name) => {
    const file = await other(name);
    if (file !== undefined) used.add(file.name);
    return file?.bytes;
  });
  const unread = others.filter((name) => !used.has(name));
  if (unread.length > 0) issues.add(`The zip holds other files, which were not read: ${listed(unread)}.`);
  return { model, project, units, relativeTo, paths, paintMaps: maps, pictures, meshed: mended(bytes, mends) };
}

const listed = (names: readonly string[]): string =>
  names.length > 10 ? `${names.slice(0, 10).join(', ')} and ${names.length - 10} more` : names.join(', ');
