import type { NetworkFacts, NetworkValues } from '../../params.ts';
import type { Detector } from '../detector.ts';
import type { NetworkPort } from '../network.ts';
import { Answers } from './answers.ts';
import { tryOut } from './trial.ts';

/** Runs the network of a detector as an upload does. Throws DetectorNotRunnable with what contradicts its description. */
export async function factsOf(detector: Detector): Promise<NetworkFacts> {
  const tried = await tryOut(detector, new Answers(detector.session));
  const { inputs, outputs } = detector.network;
  return { ...tried, inputs: inputs.map(valuesOf), outputs: outputs.map(valuesOf) };
}

export const valuesOf = ({ name, type, dimensions }: NetworkPort): NetworkValues => ({
  name,
  type: type ?? null,
  shape: dimensions === undefined ? null : [...dimensions],
});
