import { anyCaller } from '../../../api/auth/access-rules.ts';
import { type Endpoint, empty, endpoint, json, rawBody, reply } from '../../../api/http/endpoint.ts';
import { problems } from '../../../api/http/problem.ts';
import { detectorExists, detectorProblems, versionExists } from '../errors.ts';
import { prefixes, v2 } from '../version.ts';
import {
  detectorForChanging,
  detectorForReading,
  versionForChanging,
  versionForPublishing,
  versionForReading,
} from './access.ts';
import { deleteDetector, deleteVersion, publishVersion, unpublishVersion, updateDetectorTexts } from './change.ts';
import { completeVersion, describeUpload } from './complete.ts';
import { createDetector, createVersion } from './create.ts';
import { listDetectors } from './list.ts';
import { checkFilter, describeCreate, describeList, describeUpdate, describeVersion } from './rules.ts';
import {
  createdVersion,
  describedVersion,
  detectorCreate,
  detectorList,
  detectorsQuery,
  detectorUpdate,
  oneDetector,
  trialAnswer,
  versionCreate,
} from './schema.ts';
import { tryVersion } from './trial.ts';
import { detectorView } from './view.ts';

const path = `${prefixes[2]}/detectors` as const;
const one = `${path}/{detectorName}` as const;
const invalid = detectorProblems(v2);
const { insufficientPermissions } = problems;

const labels = ['pothole', 'manhole'];

const detectors: readonly Endpoint[] = [
  endpoint({
    id: 'realityAnalysis.getDetectors',
    method: 'GET',
    path,
    title: 'Get detectors',
    description: 'Those of the own organization, and of others those with a published version, by name.',
    access: anyCaller,
    query: detectorsQuery,
    invalid: invalid.list,
    describe: describeList,
    check: checkFilter,
    answers: { 200: json(detectorList, 'The detectors.') },
    run: ({ query }, context) => listDetectors(query.$filter, context),
  }),

  endpoint({
    id: 'realityAnalysis.createDetector',
    method: 'POST',
    path,
    title: 'Create detector',
    description: 'A detector without versions, of the organization of its caller.',
    access: anyCaller,
    changes: 'shared',
    body: detectorCreate,
    bodyExample: { name: 'road-defects', type: 'PhotoObjectDetector', displayName: 'Road defects' },
    invalid: invalid.create,
    describe: describeCreate,
    answers: { 201: json(oneDetector, 'The new detector.') },
    errors: [detectorExists, insufficientPermissions],
    run: ({ body }, context) => createDetector(body, context),
  }),

  endpoint({
    id: 'realityAnalysis.getDetector',
    method: 'GET',
    path: one,
    title: 'Get detector',
    description: 'With an address of the package of each version that is Ready, which works for an hour.',
    access: detectorForReading,
    secret: true,
    answers: { 200: json(oneDetector, 'The detector.') },
    run: async ({ target }, context) => reply(200, detectorView(target, context, true)),
  }),

  endpoint({
    id: 'realityAnalysis.updateDetector',
    method: 'PATCH',
    path: one,
    title: 'Modify detector',
    access: detectorForChanging,
    body: detectorUpdate,
    bodyExample: { description: 'Potholes and manholes of asphalt roads.' },
    invalid: invalid.update,
    describe: describeUpdate,
    answers: { 200: json(oneDetector, 'The detector as it is now.') },
    run: ({ target, body }, context) => updateDetectorTexts(target, body, context),
  }),

  endpoint({
    id: 'realityAnalysis.deleteDetector',
    method: 'DELETE',
    path: one,
    title: 'Delete detector',
    description: 'With all versions and their packages; none of them may be published.',
    access: detectorForChanging,
    answers: { 204: empty('It is gone.') },
    errors: [invalid.remove],
    run: ({ target }, context) => deleteDetector(v2, target, context),
  }),
];

const version = `${one}/versions/{versionNumber}` as const;

const completing = {
  method: 'POST',
  title: 'Complete detector version upload',
  description:
    'Looks at the package that was uploaded, loads its network in a process of its own, and makes the version Ready.',
  access: versionForChanging,
  answers: { 204: empty('The version is Ready.') },
  errors: [invalid.complete],
} as const;

const versions: readonly Endpoint[] = [
  endpoint({
    id: 'realityAnalysis.createDetectorVersion',
    method: 'POST',
    path: `${one}/versions`,
    title: 'Create detector version',
    description: 'Put its package, a zip, to `uploadUrl` within 12 hours, then call `completeUrl`.',
    access: detectorForChanging,
    body: versionCreate,
    bodyExample: { versionNumber: '1.0', capabilities: { labels, exports: ['Objects'] } },
    invalid: invalid.createVersion,
    describe: describeVersion,
    secret: true,
    answers: { 201: json(createdVersion, 'The new version, which awaits its data.') },
    errors: [versionExists],
    run: ({ target, body }, context) => createVersion(target, body, context),
  }),

  endpoint({
    ...completing,
    id: 'realityAnalysis.completeDetectorVersion',
    path: `${version}/complete`,
    run: ({ target }, context) => completeVersion(v2, target, context),
  }),

  endpoint({
    ...completing,
    id: 'realityAnalysis.completeDetectorVersionAlias',
    path: `${one}/version/{versionNumber}/complete`,
    description: 'The same under the path that published links have.',
    run: ({ target }, context) => completeVersion(v2, target, context),
  }),

  endpoint({
    id: 'realityAnalysis.describeDetectorVersion',
    method: 'POST',
    path: `${version}/describe`,
    title: 'Describe detector version',
    description:
      'Looks at the network that was uploaded, alone or in a package, and proposes contents of `metadata.json` and `labels.json` that go with it. Nothing is changed.',
    access: versionForChanging,
    changes: 'nothing',
    answers: { 200: json(describedVersion, 'The network, and proposals, the surest first.') },
    errors: [invalid.describe],
    run: ({ target }, context) => describeUpload(target, context),
  }),

  endpoint({
    id: 'realityAnalysis.publishDetectorVersion',
    method: 'POST',
    path: `${version}/publish`,
    title: 'Publish detector version',
    description: 'Everybody sees it then, and may use it.',
    access: versionForPublishing,
    answers: { 204: empty('It is published.') },
    errors: [invalid.publish, versionExists],
    run: ({ target }, context) => publishVersion(v2, target, context),
  }),

  endpoint({
    id: 'realityAnalysis.unpublishDetectorVersion',
    method: 'POST',
    path: `${version}/unpublish`,
    title: 'Unpublish detector version',
    access: versionForPublishing,
    answers: { 204: empty('It is for the own organization again.') },
    errors: [invalid.unpublish],
    run: ({ target }, context) => unpublishVersion(v2, target, context),
  }),

  endpoint({
    id: 'realityAnalysis.deleteDetectorVersion',
    method: 'DELETE',
    path: version,
    title: 'Delete detector version',
    access: versionForChanging,
    answers: { 204: empty('It is gone.') },
    errors: [invalid.removeVersion],
    run: ({ target }, context) => deleteVersion(v2, target, context),
  }),

  endpoint({
    id: 'realityAnalysis.tryDetectorVersion',
    method: 'POST',
    path: `${version}/trial`,
    title: 'Try out detector version',
    description:
      'Shows what the version finds on one picture, PNG or JPEG of at most 25 MiB, as a job would find it; nothing is kept. Detectors of point clouds cannot be tried so.',
    access: versionForReading,
    changes: 'nothing',
    body: rawBody(['image/png', 'image/jpeg'], 25 * 2 ** 20),
    invalid: invalid.tryOut,
    answers: { 200: json(trialAnswer, 'Objects, or a mask.') },
    run: ({ target, body }, context) => tryVersion(target, body, context),
  }),
];

/** The library of detectors: trained networks with labels, in versions. */
export const detectorEndpoints: readonly Endpoint[] = [...detectors, ...versions];
