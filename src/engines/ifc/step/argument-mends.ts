import type { Mend } from './mends.ts';
import type { StepIndex } from './scan.ts';

/** The arguments of an instance as they are written, and what is to stand there instead; undefined: as it is. */
type Rewrite = (args: readonly string[]) => string | undefined;

const longest = 1000;
const isGiven = (value: string | undefined): value is string => value !== undefined && value !== '$';

/** A scale along the second or third axis that is left out is that along the first one; the library takes 1. */
const sameScale =
  (first: number, others: readonly number[]): Rewrite =>
  (args) => {
    const scale = args[first];
    if (!isGiven(scale) || others.every((at) => isGiven(args[at]))) return undefined;
    return args.map((value, at) => (others.includes(at) && !isGiven(value) ? scale : value)).join();
  };

/** Whole instances with another entity are `ENTITY(…`, from the name on. */
const rewrites: Readonly<Record<string, { readonly as?: string; readonly of: Rewrite }>> = {
  IFCCARTESIANTRANSFORMATIONOPERATOR2DNONUNIFORM: { of: sameScale(3, [4]) },
  IFCCARTESIANTRANSFORMATIONOPERATOR3DNONUNIFORM: { of: sameScale(3, [5, 6]) },
  // along an alignment: where the file says itself what comes out, so that placement and mesh are of one place
  IFCLINEARPLACEMENT: {
    as: 'IFCLOCALPLACEMENT',
    of: ([above = '$', , position]) => (isGiven(position) ? `${above},${position}` : undefined),
  },
};

/** Mends of instances that the library reads in another way than they are meant; their arguments are not nested. */
export function argumentMends(bytes: Uint8Array, index: StepIndex): Mend[] {
  const kinds = index.entities.map((entity) => rewrites[entity]);
  if (kinds.every((kind) => kind === undefined)) return [];
  const mends: Mend[] = [];
  for (let position = 0; position < index.count; position++) {
    const kind = index.kinds[position] ?? 0;
    const rewrite = kinds[kind];
    if (rewrite === undefined) continue;
    const open = index.offsets[position] ?? 0;
    const text = Buffer.from(bytes.slice(open, open + longest)).toString('latin1');
    const close = text.indexOf(')');
    const args = text
      .slice(1, close)
      .split(',')
      .map((value) => value.trim());
    const instead = close === -1 ? undefined : rewrite.of(args);
    if (instead === undefined) continue;
    mends.push({ from: open + 1, to: open + close, text: instead });
    if (rewrite.as !== undefined) mends.push(nameMend(bytes, open, index.entities[kind] ?? '', rewrite.as));
  }
  return mends;
}

/** Another name for the instance whose arguments begin there; there may be blanks between. */
export function nameMend(bytes: Uint8Array, open: number, name: string, text: string): Mend {
  const start = Math.max(0, open - name.length - 80);
  const before = Buffer.from(bytes.slice(start, open)).toString('latin1').toUpperCase();
  const from = start + before.lastIndexOf(name);
  return { from, to: from + name.length, text };
}
