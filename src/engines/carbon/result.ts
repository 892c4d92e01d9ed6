import { type Assumed, newGrounds, type Origin } from './assumed.ts';
import { keyOf, type Line } from './calculate.ts';
import { newSum, nineDigits, type Sum } from './kahan.ts';
import type { CarbonFacts, CarbonSource, Counts } from './params.ts';
import { type Modules, type NotCalculated, newGroups, newRemainder, newTotals, type Totals } from './totals.ts';
import type { Epd, Mapping } from './types.ts';
import { type Warning, warningsOf } from './warnings.ts';

/** What `result.json` holds; carbon-calculation.md 5.5. */
export interface Result {
  readonly format: 1;
  readonly job: string;
  readonly projectName: string | null;
  readonly tool: string;
  readonly twinId: string;
  readonly date: string;
  readonly source: Readonly<Record<string, string>>;
  /** Of the first label; null where an external tool calculates. */
  readonly mapping: UsedMapping | null;
  /** All of them, where there are several. */
  readonly mappings?: readonly UsedMapping[];
  readonly studyPeriod: number;
  readonly unit: 'kgCO2e';
  readonly totals: Modules;
  readonly labels: readonly { readonly name: string; readonly rows: number; readonly totals: Modules }[];
  readonly materials: readonly {
    readonly name: string;
    readonly epdId: string;
    readonly quantity: number;
    readonly unit: string;
    readonly totals: Modules;
  }[];
  readonly classes: readonly { readonly name: string; readonly totals: Modules }[];
  readonly storeys: readonly { readonly name: string; readonly totals: Modules }[];
  readonly notCalculated: readonly NotCalculated[];
  /** What the figures rest on: values of persons, and where the quantities come from. */
  readonly assumed: readonly Assumed[];
  readonly origins: readonly Origin[];
  readonly warnings: readonly Warning[];
  readonly epds: readonly UsedEpd[];
}

export interface UsedMapping {
  readonly id: string;
  readonly name: string;
  readonly version: number;
  readonly studyPeriod: number;
  readonly reviewedBy: string | null;
  readonly reviewedOn: string | null;
}
export type UsedEpd = Omit<Epd, 'gwp' | 'gwpFossil' | 'gwpBiogenic' | 'gwpLuluc' | 'otherMethods' | 'scenarios'>;

/** Gathers lines in their order. */
export interface Accumulator {
  add(line: Line): void;
  readonly counts: Counts;
  result(facts: ResultFacts): Result;
}

export interface ResultFacts {
  readonly facts: CarbonFacts;
  readonly source: CarbonSource;
  readonly labels: readonly string[];
  readonly mappings: readonly Mapping[];
  /** Told of the elements of the model. */
  readonly model: { readonly differs: number; readonly byParts: number; readonly duplicates: number };
}

interface MaterialFacts {
  readonly name: string;
  readonly epdId: string;
  readonly unit: string;
  readonly quantity: Sum;
}

const elsewhere = '';

const byName = ({ facts: name, totals }: { readonly facts: string; readonly totals: Pick<Totals, 'read'> }) => ({
  name,
  totals: totals.read(),
});

export function newAccumulator(): Accumulator {
  const [totals, rest] = [newTotals(), newRemainder()];
  const [labels, classes, storeys] = [newGroups<string>(), newGroups<string>(), newGroups<string>()];
  const materials = newGroups<MaterialFacts>();
  const used = new Map<string, { epd: Epd; rows: number }>();
  const grounds = newGrounds();
  const counts: Counts = { rows: 0, calculated: 0, firstReason: null };
  return {
    counts,
    add(line) {
      const { label, element, material, outcome, quantity, unit } = line;
      counts.rows++;
      labels.of(label, () => label).rows++;
      if (outcome.reason !== null) {
        counts.firstReason ??= outcome.reason;
        return rest.add(line);
      }
      counts.calculated++;
      const { epd } = outcome;
      const use = used.get(epd.id) ?? { epd, rows: 0 };
      used.set(epd.id, { ...use, rows: use.rows + 1 });
      const name = material ?? '';
      const facts = () => ({ name, epdId: epd.id, unit: unit ?? '', quantity: newSum() });
      const ofMaterial = materials.of(JSON.stringify([keyOf(name), epd.id, unit]), facts);
      ofMaterial.facts.quantity.add(quantity ?? 0);
      const groups: { readonly totals: Totals }[] = [labels.of(label, () => label), ofMaterial];
      if (element !== undefined) {
        groups.push(classes.of(element.class, () => element.class));
        groups.push(storeys.of(element.storey ?? elsewhere, () => element.storey ?? elsewhere));
      }
      totals.add(outcome);
      grounds.add(line, outcome);
      for (const group of groups) group.totals.add(outcome);
    },
    result({ facts, source, labels: names, mappings, model }) {
      for (const name of names) labels.of(name, () => name); // also those without rows
      const usedMappings = mappings.map(usedMapping);
      return {
        format: 1,
        job: facts.job,
        projectName: facts.projectName,
        tool: facts.tool,
        twinId: facts.twinId,
        date: facts.date,
        source: sourceView(source),
        mapping: usedMappings[0] ?? null,
        ...(usedMappings.length > 1 ? { mappings: usedMappings } : {}),
        studyPeriod: mappings[0]?.studyPeriod ?? 0,
        unit: 'kgCO2e',
        totals: totals.read(),
        labels: labels.all().map((one) => ({ ...byName(one), rows: one.rows })),
        materials: materials.all().map(({ facts: { quantity, ...of }, totals: sums }) => ({
          ...of,
          quantity: nineDigits(quantity.value() ?? 0),
          totals: sums.read(),
        })),
        classes: classes.all().map(byName),
        storeys: storeys.all().map(byName),
        notCalculated: rest.all(),
        assumed: grounds.assumed(),
        origins: grounds.origins(),
        warnings: warningsOf([...used.values()], model, facts.date),
        epds: [...used.values()].map(({ epd }) => usedEpd(epd)),
      };
    },
  };
}

const usedMapping = ({ id, displayName, version, studyPeriod, reviewedBy, reviewedOn }: Mapping): UsedMapping => ({
  id,
  name: displayName,
  version,
  studyPeriod,
  reviewedBy,
  reviewedOn,
});

export const usedEpd = ({ gwp, gwpFossil, gwpBiogenic, gwpLuluc, otherMethods, scenarios, ...epd }: Epd): UsedEpd =>
  epd;

const sourceView = (source: CarbonSource): Readonly<Record<string, string>> =>
  source.kind === 'model'
    ? { modelId: source.modelId, changesetId: source.changesetId }
    : { fileId: source.fileId, sha256: source.sha256 };
