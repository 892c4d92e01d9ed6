import { failures } from '../../failures.ts';
import type { Detector } from '../detector.ts';
import type { DetectorLabel } from '../labels.ts';
import type { Resolved } from '../resolve.ts';
import type { Session } from '../session.ts';
import type { Answers } from './answers.ts';
import { labelsFault, verdictOn } from './faults.ts';

/** What a trial has shown of a network that goes with its description. */
export interface Tried {
  /** Of the layout of pictures. */
  readonly layout?: string;
  /** Of one look. */
  readonly milliseconds: number;
}

/** In milliseconds; a check has 60 s with all that it does. */
const mostSpent = 30_000;

type OfPictures = Exclude<Resolved, { readonly kind: 'cloud' }>;

/** Runs a network on pictures that show nothing. Throws DetectorNotRunnable with what contradicts its description. */
export async function tryOut({ metadata, labels, session }: Detector, answers: Answers): Promise<Tried> {
  if (metadata.kind === 'cloud') return tryOnPoints(metadata, labels, session);
  return tryOnPictures(metadata, labels, answers);
}

export async function tryOnPictures(
  metadata: OfPictures,
  labels: readonly DetectorLabel[],
  answers: Answers,
): Promise<Tried> {
  const flooded = new Set<string>();
  let [milliseconds, spent] = [0, 0];
  for await (const answer of answers.to(metadata.input)) {
    const { fault, isFlooded } = verdictOn(answer.outputs, metadata, labels, answer.piece);
    if (fault !== undefined) throw failures.notRunnable(fault);
    if (isFlooded) flooded.add(answer.kind);
    milliseconds = answer.milliseconds;
    spent += milliseconds;
    // large networks are slow here: what they have answered is enough
    if (spent > mostSpent) break;
  }
  if (flooded.has('grey') && flooded.has('noise')) {
    throw failures.notRunnable(
      'More than half of all boxes are sure on a grey picture and on noise, where nothing is.',
    );
  }
  return { layout: metadata.output.layout, milliseconds };
}

const points = 5;

async function tryOnPoints(
  { input, output }: Extract<Resolved, { readonly kind: 'cloud' }>,
  labels: readonly DetectorLabel[],
  session: Session,
): Promise<Tried> {
  const width = input.features.length;
  const values = Float32Array.from({ length: points * width }, (_, n) => (n % (width + 1)) / (width + 1));
  const begin = performance.now();
  const outputs = await session.run({ [input.name]: { values, dims: [points, width] } });
  const milliseconds = Math.round(performance.now() - begin);
  const answer = outputs.get(output.mask);
  const classes = (answer?.values.length ?? 0) / points;
  if (answer === undefined || answer.dims.length !== 2 || answer.dims[0] !== points || !(classes >= 1)) {
    const form = answer === undefined ? 'missing' : `[${answer.dims.join(', ')}]`;
    throw failures.notRunnable(
      `The output '${output.mask}' is ${form} for ${points} points, and should be [${points}, classes].`,
    );
  }
  const wrong = Array.from(answer.values).find((one) => !(one >= -0.001 && one <= 1.001));
  if (wrong !== undefined) {
    throw failures.notRunnable(`Probabilities reach ${wrong}, and should lie between 0 and 1.`);
  }
  const fault = labelsFault(classes, labels, 0);
  if (fault !== undefined) throw failures.notRunnable(fault);
  return { milliseconds };
}
