import { keyOf } from '../../engines/carbon/calculate.ts';
import type { FoundMaterial } from '../../engines/carbon/materials.ts';
import { fold } from '../../std/text.ts';

/** Why a declaration is proposed, the surest first. A proposal says nothing until a person accepts it. */
export const proposalRules = ['Mapping', 'Name', 'Words', 'Type', 'Classification', 'Class'] as const;
export type ProposalRule = (typeof proposalRules)[number];

export interface Proposal {
  readonly epdId: string;
  readonly epdName: string;
  readonly rule: ProposalRule;
  /** What it rests on: the mapping that has it, or the text that fits. */
  readonly because: string;
}

export interface KnownEpd {
  readonly id: string;
  readonly name: string;
}

/** A reviewed mapping: what it says of names. */
export interface KnownMapping {
  readonly displayName: string;
  readonly materials: readonly { readonly name: string; readonly epdId: string | null; readonly ignored?: boolean }[];
}

const mostProposals = 3;

/**
 * Proposes declarations for names of a model: those that a reviewed mapping has for the same name, of the same name, and
 * those whose words and the words of the material, or of the type, classification or class of its elements, all fit.
 */
export function proposer(
  mappings: readonly KnownMapping[],
  epds: readonly KnownEpd[],
): (material: FoundMaterial) => readonly Proposal[] {
  const byId = new Map(epds.map((epd) => [epd.id, epd]));
  const byName = Map.groupBy(epds, ({ name }) => keyOf(name));
  const byWord = new Map<string, Worded[]>();
  for (const epd of epds) {
    const worded = { epd, words: wordsOf(epd.name) };
    for (const word of worded.words) byWord.set(word, [...(byWord.get(word) ?? []), worded]);
  }
  const mapped = mappings.flatMap(({ displayName, materials }) =>
    materials.flatMap(({ name, epdId, ignored }) => {
      const epd = ignored || epdId === null ? undefined : byId.get(epdId);
      return epd === undefined ? [] : [{ key: keyOf(name), epd, because: displayName }];
    }),
  );
  const byMapping = Map.groupBy(mapped, ({ key }) => key);
  return (material) => {
    const { name } = material;
    if (name === null) return [];
    const found: Proposal[] = [];
    const add = (rule: ProposalRule, because: string, some: readonly KnownEpd[]) => {
      for (const { id, name: epdName } of some)
        if (found.every(({ epdId }) => epdId !== id)) found.push({ epdId: id, epdName, rule, because });
    };
    for (const { epd, because } of byMapping.get(keyOf(name)) ?? []) add('Mapping', because, [epd]);
    add('Name', name, byName.get(keyOf(name)) ?? []);
    for (const [rule, text] of textsOf(material)) add(rule, text, fitting(wordsOf(text), byWord));
    return found.slice(0, mostProposals);
  };
}

interface Worded {
  readonly epd: KnownEpd;
  readonly words: ReadonlySet<string>;
}

function textsOf({
  name,
  category,
  types,
  classifications,
  classes,
}: FoundMaterial): readonly [ProposalRule, string][] {
  const words: readonly (string | null)[] = [name, category];
  return [
    ...words.flatMap((text): [ProposalRule, string][] => (text === null ? [] : [['Words', text]])),
    ...types.map((text): [ProposalRule, string] => ['Type', text]),
    ...classifications.map((text): [ProposalRule, string] => ['Classification', text]),
    ...classes.map((text): [ProposalRule, string] => ['Class', classText(text)]),
  ];
}

/** `Wall` of `IfcWallStandardCase`. */
const classText = (name: string): string =>
  name
    .replace(/^Ifc/, '')
    .replace(/(?:StandardCase|ElementedCase|Element|Type)$/, '')
    .replace(/([a-z])([A-Z])/g, '$1 $2');

/** Words of three letters and more; numbers are mostly codes. */
const wordsOf = (text: string): ReadonlySet<string> => new Set(fold(text).match(/\p{L}{3,}/gu) ?? []);

/** Declarations all of whose words are among the given ones, or the other way round; those that share most first. */
function fitting(words: ReadonlySet<string>, byWord: ReadonlyMap<string, readonly Worded[]>): readonly KnownEpd[] {
  const some = new Set([...words].flatMap((word) => byWord.get(word) ?? []));
  return [...some]
    .filter((one) => one.words.isSubsetOf(words) || words.isSubsetOf(one.words))
    .sort((a, b) => shared(b, words) - shared(a, words) || a.epd.name.localeCompare(b.epd.name))
    .map(({ epd }) => epd);
}

const shared = (one: Worded, words: ReadonlySet<string>): number =>
  one.words.intersection(words).size / one.words.union(words).size;
