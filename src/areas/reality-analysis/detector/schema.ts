import { type Static, Type } from 'typebox';
import { detectorTypes } from '../../../engines/reality-analysis/detect/description.ts';
import {
  anyText,
  arrayOf,
  boolean,
  dateTime,
  input,
  integer,
  line,
  link,
  nullable,
  number,
  oneOf,
  optional,
  output,
  paragraphs,
  signedLink,
  url,
  uuid,
} from '../../../kernel/schema/shapes.ts';

export const exportNames = ['Objects', 'Lines', 'Polygons', 'Locations'] as const;

const name = Type.String({
  minLength: 3,
  maxLength: 64,
  pattern: '^(@[a-z0-9-]+/)?[A-Za-z0-9][A-Za-z0-9._-]*$',
  description:
    'Letters, digits, `.`, `_` and `-`; with `@vendor/` in front only by administrators. Unique in the organization.',
  examples: ['cracks-ortho'],
});
const type = oneOf(detectorTypes, 'What it finds, and where.');
const versionText = Type.String({
  pattern: '^\\d{1,5}\\.\\d{1,5}$',
  description: 'Major and minor.',
  examples: ['1.0'],
});
const label = line({ min: 1, max: 64 });
const labels = arrayOf(label, { minItems: 1, maxItems: 256 });
const exports = arrayOf(oneOf(exportNames));

/** Texts for people; null clears one. */
const texts = {
  displayName: optional(nullable(line({ max: 128, pattern: '^[^"<>|:*?\\\\/]*$' }))),
  description: optional(nullable(paragraphs({ max: 1024 }))),
  documentationUrl: optional(
    nullable(Type.String({ maxLength: 2048, format: 'uri', pattern: '^[hH][tT][tT][pP][sS]?://' })),
  ),
};

export const detectorCreate = input({ name, type, ...texts }, 'DetectorCreate');
export const detectorUpdate = input(texts, 'DetectorUpdate');
export const versionCreate = input(
  { versionNumber: versionText, capabilities: input({ labels, exports: optional(nullable(exports)) }) },
  'DetectorVersionCreate',
);
export const detectorCreateV1 = input(
  { detector: input({ name, type, version: versionText, labels, exports: optional(nullable(exports)), ...texts }) },
  'DetectorCreateV1',
);
export const detectorUpdateV1 = input({ detector: input(texts) }, 'DetectorUpdateV1');

export type DetectorCreate = Static<typeof detectorCreate>;
export type DetectorTexts = Static<typeof detectorUpdate>;
export type Capabilities = Static<typeof versionCreate>['capabilities'];

const shownTexts = {
  displayName: optional(anyText()),
  description: optional(anyText()),
  documentationUrl: optional(anyText()),
};
const shown = { name: anyText(), type, ...shownTexts };
const shownVersion = {
  creationDate: dateTime(),
  status: oneOf(['AwaitingData', 'Ready'], 'Ready once its package was uploaded, checked and completed.'),
  creatorId: optional(uuid()),
  capabilities: output({ labels: arrayOf(anyText()), exports: arrayOf(oneOf(exportNames)) }),
  downloadUrl: optional(url('The package, for an hour; of one detector only.')),
};
const networkValues = arrayOf(
  output({
    name: anyText(),
    type: nullable(anyText('Of its numbers: `float32`.')),
    shape: nullable(arrayOf(nullable(integer()))),
  }),
);
const runnable = output(
  {
    ok: boolean('Whether jobs can run it.'),
    note: optional(anyText('Why not.')),
    layout: optional(anyText('How its outputs are read.')),
    milliseconds: optional(integer({ minimum: 0, description: 'How long one look took when it was tried.' })),
    inputs: networkValues,
    outputs: networkValues,
  },
  'DetectorRunnable',
);
const version2 = output({ ...shownVersion, versionNumber: anyText(), runnable: optional(runnable) }, 'DetectorVersion');
const version1 = output({ ...shownVersion, version: anyText() }, 'DetectorVersionV1');

export const oneDetector = output(
  { detector: output({ ...shown, versions: Type.Array(version2, { description: 'Newest first.' }) }, 'Detector') },
  'DetectorResponse',
);
export const oneDetectorV1 = output(
  { detector: output({ ...shown, versions: Type.Array(version1, { description: 'Newest first.' }) }, 'DetectorV1') },
  'DetectorResponseV1',
);
const uploadLinks = output({ completeUrl: link, uploadUrl: signedLink });
export const createdDetectorV1 = output({ ...oneDetectorV1.properties, _links: uploadLinks }, 'DetectorCreatedV1');
export const createdVersion = output({ version: version2, _links: uploadLinks }, 'DetectorVersionCreated');

const latest = optional(anyText('The newest one that is Ready.'));
export const detectorList = output(
  {
    detectors: arrayOf(output({ ...shown, latestVersionNumber: latest, latestVersion: latest }, 'DetectorMinimal')),
  },
  'DetectorsResponse',
);
export const detectorListV1 = output(
  { detectors: arrayOf(output({ ...shown, latestVersion: latest }, 'DetectorMinimalV1')) },
  'DetectorsResponseV1',
);

const share = number({ minimum: 0, maximum: 1 });
const trial = output(
  {
    labels: arrayOf(output({ id: integer(), name: anyText() })),
    objects: Type.Array(
      output({
        labelId: integer(),
        confidence: share,
        box: output({ xmin: share, ymin: share, xmax: share, ymax: share }),
      }),
      { description: 'Boxes as shares of width and height from the top left corner; none of a detector of areas.' },
    ),
    mask: optional(anyText('Of a detector of areas: the label of each pixel as a PNG of 16 bits, in base64.')),
  },
  'DetectorTrial',
);
export type Trial = Static<typeof trial>;
export const trialAnswer = output({ trial }, 'DetectorTrialResponse');

const anyObject = Type.Record(Type.String(), Type.Unknown());
const description = output(
  {
    network: output({
      producer: optional(anyText('The program that wrote it.')),
      opset: integer({ minimum: 0 }),
      inputs: networkValues,
      outputs: networkValues,
      metadata: Type.Record(Type.String(), anyText(), { description: 'What its program noted in it.' }),
    }),
    proposals: Type.Array(
      output({
        metadata: anyObject,
        labels: optional(anyObject),
        reason: anyText(),
        certainty: number({ minimum: 0, maximum: 1 }),
      }),
      { description: 'Contents of `metadata.json` and `labels.json` that go with the network, the surest first.' },
    ),
  },
  'DetectorDescription',
);
export const describedVersion = output({ ...description.properties }, 'DetectorDescriptionResponse');

export const detectorsQuery = input({
  $filter: optional(
    Type.String({
      maxLength: 4096,
      description:
        "`labels` and `exports` with `in`, `and`, `or`, `not`: `exports in ('Lines') and labels in ('crack')`.",
    }),
  ),
});
