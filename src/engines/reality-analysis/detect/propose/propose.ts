import { EngineFailure } from '../../../engine.ts';
import { type Metadata, metadataOf } from '../description.ts';
import { type DetectorLabel, labelsJson } from '../labels.ts';
import { maskOf } from '../layouts/masks.ts';
import type { Network } from '../network.ts';
import { type Resolved, resolved } from '../resolve.ts';
import type { Answer, Answers } from '../trial/answers.ts';
import { tryOnPictures } from '../trial/trial.ts';
import { type Guess, namedOutputs } from './guess.ts';
import { guessedInput, type Json } from './input.ts';
import { namedLabels } from './labels.ts';
import { type ClassNames, readNames } from './names.ts';
import { guessesOf } from './outputs.ts';

/** A description that goes with a network. */
export interface Proposal {
  readonly metadata: Json;
  /** As `labels.json` has them; absent where nothing tells them. */
  readonly labels?: Json;
  readonly reason: string;
  readonly certainty: number;
}

/** What is known beside the network. */
export interface Known {
  /** Of `labels.json`. */
  readonly labels: readonly DetectorLabel[] | undefined;
  /** What the version says that it finds. */
  readonly promised: readonly string[];
  /** Whether a description serves the detector that it is for. */
  serves(metadata: Metadata): boolean;
}

/** Descriptions that go with a network and what it answers to pictures that show nothing, the surest first. */
export async function proposalsFor(network: Network, answers: Answers, known: Known): Promise<Proposal[]> {
  const input = guessedInput(network);
  if (input === undefined) return [];
  const names = readNames(network.metadata.get('names'));
  const first = await firstAnswer(network, answers, input.json);
  if (first === undefined) return [];
  const count = known.labels?.length ?? names?.size ?? known.promised.length;
  const isTold = known.labels !== undefined || names !== undefined;
  const outputs = namedOutputs(first.outputs);
  const guesses = [
    ...guessesOf(outputs, isTold ? count : undefined, !input.isFixed),
    // what a version promises may be a part of what there is: it counts only where the number is right
    ...(isTold ? [] : guessesOf(outputs, count, !input.isFixed).filter(({ classes }) => classes === count)),
  ];
  const proposals: Proposal[] = [];
  for (const guess of guesses.toSorted((a, b) => b.certainty - a.certainty)) {
    const proposal = await proposalOf(guess, input.json, { network, answers, known, names });
    const isKnown = proposals.some((one) => JSON.stringify(one.metadata) === JSON.stringify(proposal?.metadata));
    if (proposal !== undefined && !isKnown) proposals.push(proposal);
  }
  return proposals.toSorted((a, b) => b.certainty - a.certainty);
}

/** Undefined where the network fails. */
async function firstAnswer(network: Network, answers: Answers, input: Json): Promise<Answer | undefined> {
  const complete = await unlessRefused(() =>
    resolvedOf({ input, output: { layout: 'yolov8', tensor: network.outputs[0]?.name } }, network),
  );
  if (complete === undefined) return undefined;
  return unlessRefused(async () => {
    for await (const answer of answers.to(complete.input)) return answer;
    return undefined;
  });
}

type OfPictures = Exclude<Resolved, { readonly kind: 'cloud' }>;

function resolvedOf(json: Json, network: Network): OfPictures {
  const complete = resolved(metadataOf(json), network);
  if (complete.kind === 'cloud') throw new Error('A network of pictures was taken for one of clouds.');
  return complete;
}

async function unlessRefused<T>(work: () => T | Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof EngineFailure) return undefined;
    throw error;
  }
}

interface Around {
  readonly network: Network;
  readonly answers: Answers;
  readonly known: Known;
  readonly names: ClassNames | undefined;
}

/** A guess that the network does not contradict. */
async function proposalOf(guess: Guess, input: Json, around: Around): Promise<Proposal | undefined> {
  const { network, answers, known, names } = around;
  const withInput = { input: inputFor(input, guess.input), output: guess.output };
  return unlessRefused(async () => {
    const json = await withStride(withInput, network, answers);
    const metadata = metadataOf(json);
    if (!known.serves(metadata)) return undefined;
    const labels = known.labels ?? namedLabels(guess, names, known.promised);
    await tryOnPictures(resolvedOf(json, network), labels ?? anyLabels, answers);
    const named = labels === undefined ? {} : { labels: labelsJson(labels) };
    return { metadata: json, ...named, reason: guess.reason, certainty: Number(guess.certainty.toFixed(2)) };
  });
}

/** Sizes of the network go before those that its family has; bytes are given as they are. */
function inputFor(input: Json, own: Json): Json {
  const { width: _, height: __, multipleOf: ___, ...rest } = own;
  const sized = input.width === undefined ? own : rest;
  const { mean, std, ...plain } = { ...input, ...sized } as Record<string, unknown>;
  const isPlain = input.dtype === 'uint8' || mean === undefined;
  return isPlain ? plain : { ...plain, mean, std };
}

/** A mask tells by its size how many pixels a cell is wide. */
async function withStride(json: { input: Json; output: Json }, network: Network, answers: Answers): Promise<Json> {
  if (!String(json.output.layout).startsWith('mask')) return json;
  const complete = resolvedOf(json, network);
  if (complete.kind !== 'mask') return json;
  for await (const { outputs, piece } of answers.to(complete.input)) {
    const stride = piece.inputWidth / Math.max(1, maskOf(outputs, complete.output).columns);
    return stride > 1 && stride <= 64 ? { ...json, output: { ...json.output, stride } } : json;
  }
  return json;
}

/** Stands for labels that say which classes they mean: none is beyond them. */
const anyLabels: readonly DetectorLabel[] = [0, 65_535].map((id) => ({ id, name: String(id), classification: 0 }));
