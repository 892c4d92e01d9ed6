import type { Job } from '../platform/jobs.ts';

const kinds: Readonly<Record<string, string>> = {
  'accessControl.job': 'Change of members',
  'capture.job': 'Reality modeling',
  'carbon.calculate': 'Carbon calculation',
  'changedElements.compare': 'Comparison of versions',
  'federation.tables': 'Reading of tables',
  'federation.timer': 'Timer',
  'library.preview': 'Preview',
  'library.upload': 'Upload into the library',
  'meshExport.tiles': 'Making of the 3D view',
  'models.import': 'Import of a model',
  'models.renewal': 'Renewal of a model',
  'pnid.recognise': 'Recognition of drawings',
  'realityAnalysis.job': 'Reality analysis',
  'realityConversion.job': 'Reality conversion',
  'twins.export': 'List of twins',
};

/** What kind of work a job is, in words; of one that is not known what its name says. */
export function kindText(kind: string): string {
  const words =
    kind
      .split('.')[0]
      ?.replace(/([a-z])([A-Z])/g, '$1 $2')
      .toLowerCase() ?? '';
  return kinds[kind] ?? words.charAt(0).toUpperCase() + words.slice(1);
}

const uuid = '[0-9a-f-]{36}';
const modelPlaces = [
  new RegExp(`/models/(${uuid})/changesets/`),
  new RegExp(`/mesh-export/\\?modelId=(${uuid})`),
  new RegExp(`/changedelements/.*/model/(${uuid})`),
];

/** The model that a job works for, where it is one. */
export function modelOf({ _links }: Pick<Job, '_links'>): string | undefined {
  const href = _links.resource?.href ?? '';
  return modelPlaces.map((place) => place.exec(href)?.[1]).find((id) => id !== undefined);
}
