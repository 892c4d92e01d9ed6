import type { Context } from '../../../api/http/context.ts';
import type { NetworkFacts } from '../../../engines/reality-analysis/params.ts';
import { isoTime } from '../../../std/iso-time.ts';
import type { DetectorRow, VersionRow } from '../tables.ts';
import { type AnalysisApi, prefixes } from '../version.ts';
import type { FoundDetector } from './access.ts';
import { detectorPlace } from './place.ts';
import { numberOf } from './store.ts';

type Linking = Pick<Context, 'ports' | 'baseUrl'>;

export const labelsOf = ({ labels }: Pick<VersionRow, 'labels'>): string[] => JSON.parse(labels);
export const exportsOf = ({
  exports,
}: Pick<VersionRow, 'exports'>): ('Objects' | 'Lines' | 'Polygons' | 'Locations')[] => JSON.parse(exports);

const textsOf = ({ name, type, display_name, description, documentation_url }: DetectorRow) => ({
  name,
  type,
  ...(display_name !== null && { displayName: display_name }),
  ...(description !== null && { description }),
  ...(documentation_url !== null && { documentationUrl: documentation_url }),
});

/** Whether jobs can run a version; undefined while nobody has looked. */
function runnableOf({ status, runnable, note, facts }: VersionRow) {
  if (status !== 'Ready' || (runnable === 1 && facts === null)) return undefined;
  const known: NetworkFacts | { readonly inputs: []; readonly outputs: [] } =
    facts === null ? { inputs: [], outputs: [] } : JSON.parse(facts);
  return { ok: runnable === 1, ...(note !== null && { note }), ...known };
}

const versionView2 = (row: VersionRow, detector: DetectorRow, context: Linking, download: boolean) => {
  const runnable = runnableOf(row);
  return {
    ...versionFacts(row, detector, context, download),
    versionNumber: numberOf(row),
    ...(runnable && { runnable }),
  };
};

/** What both versions of the API tell of a version. */
function versionFacts(row: VersionRow, detector: DetectorRow, { ports }: Linking, download: boolean) {
  const fileName = `${detector.name.replaceAll(/[@/]/g, '_')}-${numberOf(row)}.zip`;
  const isShown = download && row.status === 'Ready' && row.blob_id !== null;
  return {
    creationDate: isoTime(row.created),
    status: row.status,
    creatorId: row.created_by,
    capabilities: { labels: labelsOf(row), exports: exportsOf(row) },
    ...(isShown && {
      downloadUrl: ports.blobs.downloadUrl(
        { ...detectorPlace, id: row.blob_id ?? '' },
        { fileName, contentType: 'application/zip', owner: undefined },
      ),
    }),
  };
}

/** `download`: with addresses of the packages. */
export const detectorView = (
  { row, versions }: Pick<FoundDetector, 'row' | 'versions'>,
  context: Linking,
  download = false,
) => ({
  detector: {
    ...textsOf(row),
    versions: versions.map((one) => versionView2(one, row, context, download)),
  },
});

export const detectorViewV1 = (
  { row, versions }: Pick<FoundDetector, 'row' | 'versions'>,
  context: Linking,
  download = false,
) => ({
  detector: {
    ...textsOf(row),
    versions: versions.map((one) => ({ ...versionFacts(one, row, context, download), version: numberOf(one) })),
  },
});

/** The newest version that is Ready. */
export const latestOf = (versions: readonly VersionRow[]): VersionRow | undefined =>
  versions.find(({ status }) => status === 'Ready');

export function minimalView({ row, versions }: Pick<FoundDetector, 'row' | 'versions'>) {
  const latest = latestOf(versions);
  const latestVersion = latest && numberOf(latest);
  return { ...textsOf(row), ...(latestVersion && { latestVersionNumber: latestVersion, latestVersion }) };
}

export function minimalViewV1(found: Pick<FoundDetector, 'row' | 'versions'>) {
  const { latestVersionNumber: _, ...rest } = minimalView(found);
  return rest;
}

export const versionView = (version: VersionRow, row: DetectorRow, context: Linking) => ({
  version: versionView2(version, row, context, false),
  _links: uploadLinks({ version: 2 }, version, row, context),
});

/** Where the package of a version is sent to, and how its coming is told. */
export function uploadLinks(
  { version }: Pick<AnalysisApi, 'version'>,
  row: VersionRow,
  { name }: DetectorRow,
  { ports, baseUrl }: Linking,
) {
  const segment = version === 2 ? 'versions' : 'version';
  const path = `${prefixes[version]}/detectors/${encodeURIComponent(name)}/${segment}/${numberOf(row)}/complete`;
  const address = { ...detectorPlace, id: row.upload_id ?? '' };
  return {
    completeUrl: { href: baseUrl + path },
    uploadUrl: { href: ports.blobs.uploadUrl(address, 'detector.zip') },
  };
}
