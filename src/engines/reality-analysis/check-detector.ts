import { type Engine, EngineFailure } from '../engine.ts';
import { sessionOf } from './detect/detector.ts';
import { descriptionHint } from './detect/hint.ts';
import { inspectNetwork } from './detect/network.ts';
import { type DetectorPackage, readPackage } from './detect/package.ts';
import { factsOf, valuesOf } from './detect/trial/facts.ts';
import { type Purpose, proposalsOfPackage, wholePackage, writePackage } from './detect/whole.ts';
import { failures } from './failures.ts';
import type { DetectorCheck, DetectorCheckParams, DetectorProposals, NetworkFacts } from './params.ts';

/** Whether a package is as it has to be, and its network does what it says. A fault of it ends with its reason. */
export const checkDetector: Engine<DetectorCheckParams, DetectorCheck> = async (params) => {
  const { package: path, type, labels, whole } = params;
  const found = await readPackage(path);
  if (found.fault !== undefined) {
    const { code, message, params } = found.fault;
    throw new EngineFailure(code, `${message}${await descriptionHint(found, { type, labels })}`, undefined, params);
  }
  const isWhole = found.lacks.length === 0;
  const detector = isWhole ? found : await wholePackage(found, { type, labels });
  checkPromised(detector, labels);
  const note = detector.note ?? null;
  if (detector.model === undefined) return { runnable: false, note, facts: null, completed: false };
  const facts = await triedFacts(detector, { type, labels });
  const completed = !isWhole && whole !== undefined;
  if (completed) await writePackage(detector, whole);
  return { runnable: true, note, facts, completed };
};

function checkPromised({ labels: has }: DetectorPackage, promised: readonly string[]): void {
  const known = new Set(has?.map(({ name }) => name.toLowerCase()));
  const missing = has === undefined ? [] : promised.filter((name) => !known.has(name.toLowerCase()));
  if (missing.length === 0) return;
  const listed = missing.map((name) => `'${name}'`).join(', ');
  throw failures.invalidData('labels.json', `it does not know the labels ${listed}`);
}

/** Runs the network. What contradicts its description is told with the description that would not. */
async function triedFacts(detector: DetectorPackage, purpose: Purpose): Promise<NetworkFacts> {
  try {
    return await factsOf(await sessionOf(detector, purpose.type));
  } catch (error) {
    if (!(error instanceof EngineFailure) || error.code !== 'DetectorNotRunnable') throw error;
    throw failures.notRunnable(`${error.message}${await descriptionHint(detector, purpose)}`);
  }
}

/** In which ways the network of a package can be described. */
export const proposeDescriptions: Engine<DetectorCheckParams, DetectorProposals> = async ({
  package: path,
  type,
  labels,
}) => {
  const detector = await readPackage(path);
  if (detector.model === undefined) throw failures.notRunnable(detector.note ?? 'The network cannot be run here.');
  const { producer, opset, inputs, outputs, metadata } = inspectNetwork(detector.model);
  return {
    network: {
      ...(producer === undefined ? {} : { producer }),
      opset,
      inputs: inputs.map(valuesOf),
      outputs: outputs.map(valuesOf),
      metadata: Object.fromEntries(metadata),
    },
    proposals: await proposalsOfPackage(detector, { type, labels }),
  };
};
