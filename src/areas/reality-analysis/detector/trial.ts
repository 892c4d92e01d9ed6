import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Context } from '../../../api/http/context.ts';
import { reply } from '../../../api/http/endpoint.ts';
import { fail } from '../../../api/http/problem.ts';
import { workOf } from '../../../api/request-work.ts';
import type { DetectorType } from '../../../engines/reality-analysis/detect/description.ts';
import type { AnalysisResult, AnalysisWork } from '../../../engines/reality-analysis/params.ts';
import { readScene } from '../../../engines/reality-analysis/scene/read.ts';
import { sceneFile } from '../../../engines/reality-analysis/scene/write.ts';
import { copyBlob } from '../../../kernel/blobs/local.ts';
import { detail, detectorProblems } from '../errors.ts';
import { v2 } from '../version.ts';
import type { FoundVersion } from './access.ts';
import type { Trial } from './schema.ts';

const patienceMs = 60_000;
const problem = detectorProblems(v2).tryOut;
const refuse = (code: string, message: string) => fail(problem, { details: [detail(code, message)] });

interface Way {
  readonly work: AnalysisWork;
  /** The input and the output that the work has. */
  readonly input: string;
  readonly output: 'objects2D' | 'segmentation2D';
}

/** The work that shows on one picture what a detector finds; clouds are no pictures. */
const ways: Readonly<Record<DetectorType, Way | undefined>> = {
  PhotoObjectDetector: { work: 'Objects2D', input: 'photos', output: 'objects2D' },
  PhotoSegmentationDetector: { work: 'Segmentation2D', input: 'photos', output: 'segmentation2D' },
  OrthophotoSegmentationDetector: { work: 'SegmentationOrthophoto', input: 'orthophoto', output: 'segmentation2D' },
  PointCloudSegmentationDetector: undefined,
};

interface Asked {
  readonly bytes: Buffer;
  readonly type: string;
}

/** What a version finds on one picture, which is kept nowhere. */
export async function tryVersion({ row, version }: FoundVersion, { bytes, type }: Asked, context: Context) {
  const way = ways[row.type];
  if (way === undefined) return refuse('InvalidChange', 'A detector of point clouds cannot be tried on a picture.');
  const { blob_id: blobId } = version;
  if (version.status !== 'Ready' || blobId === null) {
    return refuse('InvalidChange', "Can only try a detector version in a 'Ready' state.");
  }
  if (version.runnable === 0) {
    return refuse('InvalidChange', `The detector cannot be run: ${version.note ?? 'It cannot be run here.'}`);
  }
  const outcome = await workOf(context.ports, { who: context.caller.userId, mostMs: patienceMs }, (run) =>
    context.ports.engines.workFolder(async (folder) => {
      const detector = join(folder, 'detector.zip');
      await copyBlob(context.ports.blobs, blobId, detector);
      const photos = join(folder, 'photos');
      await mkdir(photos);
      const name = `picture.${type === 'image/png' ? 'png' : 'jpg'}`;
      await writeFile(join(photos, name), bytes);
      const input = { role: way.input, id: 'trial', name: 'The picture', folder: photos, files: [name] };
      const asked = { inputs: [input], data: {}, detector, outputs: [way.output], options: {} };
      const isTried = version.facts !== null;
      return shown(await run('analysis', { work: way.work, ...asked, isTried, output: join(folder, 'output') }));
    }),
  );
  if ('failure' in outcome) return refuse('InvalidValue', outcome.failure);
  return reply(200, { trial: outcome.result });
}

/** Of the one output. */
async function shown({ outputs: [made] }: AnalysisResult): Promise<Trial> {
  if (made === undefined) throw new Error('The trial has made nothing.');
  const { annotations } = await readScene(join(made.folder, sceneFile));
  const labels = annotations.labels.map(({ id, name }) => ({ id, name }));
  const [objects = []] = annotations.objects2D?.values() ?? [];
  const [mask] = annotations.segmentation2D?.values() ?? [];
  return {
    labels,
    objects: objects.map(({ label, confidence, box }) => ({ labelId: label, confidence: confidence ?? 1, box })),
    ...(mask && { mask: await readFile(join(made.folder, mask.path), 'base64') }),
  };
}
