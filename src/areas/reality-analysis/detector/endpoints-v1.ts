import { anyCaller } from '../../../api/auth/access-rules.ts';
import { type Endpoint, empty, endpoint, json, reply } from '../../../api/http/endpoint.ts';
import { problems } from '../../../api/http/problem.ts';
import { detectorProblems, versionExists } from '../errors.ts';
import { prefixes, v1 } from '../version.ts';
import { detectorForChanging, detectorForReading, versionForChangingV1, versionForPublishingV1 } from './access.ts';
import { deleteDetector, deleteVersion, publishVersion, unpublishVersion, updateDetectorTextsV1 } from './change.ts';
import { completeVersion } from './complete.ts';
import { createDetectorV1 } from './create.ts';
import { listDetectorsV1 } from './list.ts';
import { checkFilter, describeCreate, describeList, describeUpdate } from './rules.ts';
import {
  createdDetectorV1,
  detectorCreateV1,
  detectorListV1,
  detectorsQuery,
  detectorUpdateV1,
  oneDetectorV1,
} from './schema.ts';
import { detectorViewV1 } from './view.ts';

const path = `${prefixes[1]}/detectors` as const;
const one = `${path}/{detectorName}` as const;
const version = `${one}/version/{detectorVersion}` as const;
const invalid = detectorProblems(v1);

const detectors: readonly Endpoint[] = [
  endpoint({
    id: 'realityAnalysisV1.getDetectors',
    method: 'GET',
    path,
    title: 'Get detectors',
    description: 'Those of the own organization, and of others those with a published version, by name.',
    access: anyCaller,
    query: detectorsQuery,
    invalid: invalid.list,
    describe: describeList,
    check: checkFilter,
    answers: { 200: json(detectorListV1, 'The detectors.') },
    run: ({ query }, context) => listDetectorsV1(query.$filter, context),
  }),

  endpoint({
    id: 'realityAnalysisV1.createDetector',
    method: 'POST',
    path,
    title: 'Create detector',
    description:
      'A detector with its first version, or a further version of an own one. Put the package, a zip, to `uploadUrl` within 12 hours, then call `completeUrl`.',
    access: anyCaller,
    changes: 'shared',
    body: detectorCreateV1,
    bodyExample: {
      detector: { name: 'road-defects', type: 'PhotoObjectDetector', version: '1.0', labels: ['pothole'], exports: [] },
    },
    invalid: invalid.create,
    describe: describeCreate,
    secret: true,
    answers: { 201: json(createdDetectorV1, 'The detector with all its versions.') },
    errors: [versionExists, problems.insufficientPermissions],
    run: ({ body }, context) => createDetectorV1(body, context),
  }),

  endpoint({
    id: 'realityAnalysisV1.getDetector',
    method: 'GET',
    path: one,
    title: 'Get detector',
    description: 'With an address of the package of each version that is Ready, which works for an hour.',
    access: detectorForReading,
    secret: true,
    answers: { 200: json(oneDetectorV1, 'The detector.') },
    run: async ({ target }, context) => reply(200, detectorViewV1(target, context, true)),
  }),

  endpoint({
    id: 'realityAnalysisV1.updateDetector',
    method: 'PATCH',
    path: one,
    title: 'Modify detector',
    access: detectorForChanging,
    body: detectorUpdateV1,
    bodyExample: { detector: { description: 'Potholes and manholes of asphalt roads.' } },
    invalid: invalid.update,
    describe: describeUpdate,
    answers: { 200: json(oneDetectorV1, 'The detector as it is now.') },
    run: ({ target, body }, context) => updateDetectorTextsV1(target, body.detector, context),
  }),

  endpoint({
    id: 'realityAnalysisV1.deleteDetector',
    method: 'DELETE',
    path: one,
    title: 'Delete detector',
    description: 'With all versions and their packages; none of them may be published.',
    access: detectorForChanging,
    answers: { 204: empty('It is gone.') },
    errors: [invalid.remove],
    run: ({ target }, context) => deleteDetector(v1, target, context),
  }),
];

const versions: readonly Endpoint[] = [
  endpoint({
    id: 'realityAnalysisV1.deleteDetectorVersion',
    method: 'DELETE',
    path: version,
    title: 'Delete detector version',
    access: versionForChangingV1,
    answers: { 204: empty('It is gone.') },
    errors: [invalid.removeVersion],
    run: ({ target }, context) => deleteVersion(v1, target, context),
  }),

  endpoint({
    id: 'realityAnalysisV1.completeDetectorVersion',
    method: 'POST',
    path: `${version}/complete`,
    title: 'Complete detector version upload',
    description:
      'Looks at the package that was uploaded, loads its network in a process of its own, and makes the version Ready.',
    access: versionForChangingV1,
    answers: { 204: empty('The version is Ready.') },
    errors: [invalid.complete],
    run: ({ target }, context) => completeVersion(v1, target, context),
  }),

  endpoint({
    id: 'realityAnalysisV1.publishDetectorVersion',
    method: 'POST',
    path: `${version}/publish`,
    title: 'Publish detector version',
    description: 'Everybody sees it then, and may use it.',
    access: versionForPublishingV1,
    answers: { 204: empty('It is published.') },
    errors: [invalid.publish, versionExists],
    run: ({ target }, context) => publishVersion(v1, target, context),
  }),

  endpoint({
    id: 'realityAnalysisV1.unpublishDetectorVersion',
    method: 'POST',
    path: `${version}/unpublish`,
    title: 'Unpublish detector version',
    access: versionForPublishingV1,
    answers: { 204: empty('It is for the own organization again.') },
    errors: [invalid.unpublish],
    run: ({ target }, context) => unpublishVersion(v1, target, context),
  }),
];

/** The library of detectors in the shapes of version 1. */
export const detectorEndpointsV1: readonly Endpoint[] = [...detectors, ...versions];
