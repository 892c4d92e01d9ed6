import { randomInt, randomUUID } from 'node:crypto';
import { requireSuccess } from '../../../../test/support/platform.ts';
import { inTwin } from '../../../../test/support/verdicts.ts';
import type { Exception, Making, Verdicts, WorldPart } from '../../../../test/support/world-part.ts';
import { smallPicture, unique } from '../../../../test/support/world-things.ts';
import { otherPrefix, prefixes } from '../version.ts';
import { detectors2, newDetector, newVersion, readyVersion, send } from './detectors.ts';
import { jobs1, jobs2 } from './jobs.ts';

type Ids = Pick<Making, 'idOf'>;

const newName = (): string => `detector-${randomUUID().slice(0, 8)}`;
/** A number that is found nowhere else. */
const newNumber = (): string => `${randomInt(10_000, 99_999)}.${randomInt(10_000, 99_999)}`;
const maker = ({ p, society }: Making) => [p, society.administrator] as const;

const things: Required<WorldPart>['things'] = {
  detector: (m) => newDetector(...maker(m), newName()),
  publishedDetector: (m) => newDetector(...maker(m), newName()),
  async readyVersion(m) {
    const number = newNumber();
    await readyVersion(...maker(m), await m.idOf('detector'), number);
    return number;
  },
  async sentVersion(m) {
    const number = newNumber();
    const { _links } = await newVersion(...maker(m), await m.idOf('detector'), number);
    await send(_links.uploadUrl.href);
    return number;
  },
  async publishedVersion(m) {
    const [name, number] = [await m.idOf('publishedDetector'), newNumber()];
    await readyVersion(...maker(m), name, number);
    requireSuccess(await m.p.call(m.society.administrator, `POST ${detectors2}/${name}/versions/${number}/publish`));
    return number;
  },
  /** Nothing makes what it asks for, so it ends at once and nothing runs on. */
  analysisJob: async (m) => (await m.make(`POST ${jobs2}`, await newJob(m))).job.id,
  analysisJobV1: async (m) => (await m.make(`POST ${jobs1}`, await newJobV1(m))).job.id,
};

const newJob = async ({ idOf }: Ids) => {
  const id = await idOf('realityData');
  return {
    type: 'ClearanceCalculation',
    twinId: await idOf('twin'),
    name: unique('Job'),
    specifications: { inputs: { clearanceFootprint: id, model3D: id }, outputs: ['ovfPoints'] },
  };
};
const newJobV1 = async ({ idOf }: Ids) => ({
  type: 'extractGround',
  twinId: await idOf('twin'),
  name: unique('Job'),
  inputs: [{ type: 'pointClouds', id: await idOf('realityData') }],
  outputs: ['segmentation3D'],
});
const ofTwin = async ({ idOf }: Ids) => `?$filter=twinId eq ${await idOf('twin')}`;

function thingOf(path: string, parameter: string): string | undefined {
  if (![prefixes[1], prefixes[2], otherPrefix].some((prefix) => path.startsWith(`${prefix}/`))) return undefined;
  if (parameter === 'jobId') return 'analysisJobV1';
  if (parameter === 'id') return 'analysisJob';
  if (parameter === 'twinId') return 'twin';
  const isPublished = path.endsWith('/unpublish');
  if (parameter === 'detectorName') return isPublished ? 'publishedDetector' : 'detector';
  return isPublished ? 'publishedVersion' : /\/(complete|describe)$/.test(path) ? 'sentVersion' : 'readyVersion';
}

const because = 'the organization has the detectors, whatever twin its people are in (reality-analysis.md A1.2)';
const seen: Verdicts = [404, 'passes', 'passes', 'passes', 'passes', 'passes'];
const changed: Verdicts = [404, 403, 403, 403, 'passes', 403];
const ofAll: Verdicts = [403, 403, 403, 403, 'passes', 403];
const readers: Exception = { row: seen, because };
const changers: Exception = { row: changed, because };
const unpublishers: Exception = { row: ofAll, because: 'everybody sees what is published' };

const changeNames = [
  'updateDetector',
  'deleteDetector',
  'completeDetectorVersion',
  'publishDetectorVersion',
  'deleteDetectorVersion',
];
const changeNames2 = ['createDetectorVersion', 'completeDetectorVersionAlias', 'describeDetectorVersion'];
const areas = ['realityAnalysis', 'realityAnalysisV1'] as const;
const table = <T>(names: readonly string[], value: T, of: readonly string[] = areas): Record<string, T> =>
  Object.fromEntries(of.flatMap((area) => names.map((one) => [`${area}.${one}`, value])));

const texts = { description: 'Finds what is broken' };
const first = { version: '1.0', labels: ['pothole'] };

export const world: WorldPart = {
  things,
  shared: ['detector', 'publishedDetector', 'readyVersion', 'sentVersion', 'publishedVersion'],
  thingOf,
  bodies: {
    'realityAnalysis.createJob': newJob,
    'realityAnalysisV1.createJob': newJobV1,
    'realityAnalysisV1.updateJob': () => ({ name: unique('Job') }),
    'realityAnalysis.createDetector': () => ({ name: newName(), type: 'PhotoObjectDetector' }),
    'realityAnalysisV1.createDetector': () => ({
      detector: { name: newName(), type: 'PhotoObjectDetector', ...first },
    }),
    'realityAnalysis.updateDetector': () => texts,
    'realityAnalysisV1.updateDetector': () => ({ detector: texts }),
    'realityAnalysis.tryDetectorVersion': () => smallPicture(),
    'realityAnalysis.createDetectorVersion': () => ({
      versionNumber: newNumber(),
      capabilities: { labels: ['pothole'] },
    }),
  },
  queries: { ...table(['listJobs'], ofTwin) },
  exceptions: {
    ...table(['createJob'], inTwin('realitydata_create')),
    ...table(['listJobs'], inTwin('realitydata_use')),
    ...table(['getDetector'], readers),
    ...table(['tryDetectorVersion'], readers, ['realityAnalysis']),
    ...table(changeNames, changers),
    ...table(changeNames2, changers, ['realityAnalysis']),
    ...table(['unpublishDetectorVersion'], unpublishers),
  },
  cannotSucceed: {
    'realityAnalysis.cancelJob': 422, // it may have ended already
    // who may create, and not use the data, is told that there is none
    'realityAnalysis.createJob': 400,
    'realityAnalysisV1.createJob': 422,
    'realityAnalysisV1.updateJob': 422,
  },
  due(operation, mix, administrates) {
    const [area = '', verb = ''] = operation.split('.');
    if (!areas.some((one) => one === area)) return undefined;
    // a version of another detector than that in the path is none
    if (verb === 'tryDetectorVersion') return !administrates && (mix === 'all' || mix === 'none') ? 200 : 404;
    if (verb === 'getDetector') return administrates ? 404 : 200;
    if (verb === 'unpublishDetectorVersion') return administrates && mix === 'ids in own twin' ? 404 : 403;
    if ([...changeNames, ...changeNames2].includes(verb)) return administrates ? 404 : 403;
    return undefined;
  },
  // colleagues see them all; of others only what is published
  open: ['detector', 'publishedDetector', 'readyVersion', 'sentVersion', 'publishedVersion'],
};
