import { feedOf } from '../feed.ts';
import { type Piece, piecesOf } from '../pieces.ts';
import type { Outputs, Session } from '../session.ts';
import type { ShownInput } from '../shown.ts';
import { type BlankKind, blankKinds, blankPicture } from './pictures.ts';

/** What a network answers to a picture that shows nothing. */
export interface Answer {
  readonly kind: BlankKind;
  readonly piece: Piece;
  readonly outputs: Outputs;
  readonly milliseconds: number;
}

/** Sizes that a network is shown which takes any. */
const freeSizes = [
  [640, 480],
  [512, 512],
] as const;

interface Look {
  readonly kind: BlankKind;
  readonly width: number;
  readonly height: number;
}

function looksFor({ width, height, multipleOf }: ShownInput): Look[] {
  if (width !== undefined && height !== undefined) return blankKinds.map((kind) => ({ kind, width, height }));
  const upTo = (size: number) => Math.ceil(size / multipleOf) * multipleOf;
  const [usual, other] = freeSizes.map(([w, h]) => ({ width: upTo(w), height: upTo(h) }));
  return [...blankKinds.map((kind) => ({ kind, ...freshSize(usual) })), { kind: 'grey', ...freshSize(other) }];
}

const freshSize = (size: { width: number; height: number } | undefined) => size ?? { width: 640, height: 480 };

/** Answers to pictures that show nothing, each asked for once. */
export class Answers {
  readonly #session: Session;
  readonly #known = new Map<string, Promise<Answer>[]>();

  constructor(session: Session) {
    this.#session = session;
  }

  /** One after the other, the first to a grey picture; so far as they are looked at. */
  async *to(input: ShownInput): AsyncGenerator<Answer> {
    const key = JSON.stringify(input);
    const known = this.#known.get(key) ?? [];
    this.#known.set(key, known);
    for (const [at, look] of looksFor(input).entries()) {
      known[at] ??= this.#ask(look, input);
      yield await known[at];
    }
  }

  async #ask({ kind, width, height }: Look, input: ShownInput): Promise<Answer> {
    const picture = blankPicture(kind, width, height);
    const [piece] = piecesOf(width, height, input, 'whole if small');
    if (piece === undefined) throw new Error('A picture is shown in no piece.');
    const begin = performance.now();
    const outputs = await this.#session.run(feedOf(picture, piece, input));
    return { kind, piece, outputs, milliseconds: Math.round(performance.now() - begin) };
  }
}
