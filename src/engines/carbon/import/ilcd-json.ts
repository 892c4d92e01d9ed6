import { membersOf } from '../../../std/records.ts';
import type { IlcdFlow, IlcdProcess } from './ilcd.ts';
import { isObject } from './open-epd.ts';

/** A member below others; the first of each array; undefined where there is none. */
function at(value: unknown, ...path: readonly string[]): unknown {
  const [name, ...rest] = path;
  const one = Array.isArray(value) ? value[0] : value;
  if (name === undefined) return one;
  return isObject(one) ? at(one[name], ...rest) : undefined;
}

const all = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : value === undefined ? [] : [value]);

/** English before other languages. */
const inWords = (texts: unknown): unknown => {
  const some = all(texts);
  return at(some.find((one) => at(one, 'lang') === 'en') ?? some[0], 'value');
};

export const isIlcdJson = (value: unknown): boolean => isObject(value) && isObject(value.processInformation);

/** A process in the form of JSON, as servers of such data give it. */
export function ilcdOfJson(process: unknown): IlcdProcess {
  const facts = at(process, 'processInformation', 'dataSetInformation');
  const exchanges = all(membersOf(at(process, 'exchanges')).exchange);
  const number = Number(at(process, 'processInformation', 'quantitativeReference', 'referenceToReferenceFlow'));
  const reference =
    exchanges.find((one) => at(one, 'referenceFlow') === true) ??
    exchanges.find((one) => Number(at(one, 'dataSetInternalID')) === number);
  const scenarios = all(at(facts, 'other', 'anies') === undefined ? undefined : anies(facts, 'other'));
  const compliances = membersOf(at(process, 'modellingAndValidation', 'complianceDeclarations')).compliance;
  const results = all(membersOf(at(process, 'LCIAResults')).LCIAResult);
  return {
    name: inWords(membersOf(at(facts, 'name')).baseName),
    uuid: at(facts, 'UUID'),
    owner: inWords(
      membersOf(at(process, 'administrativeInformation', 'publicationAndOwnership', 'referenceToOwnershipOfDataSet'))
        .shortDescription,
    ),
    validUntil: at(process, 'processInformation', 'time', 'dataSetValidUntil'),
    compliance: all(compliances).map((one) =>
      String(inWords(membersOf(at(one, 'referenceToComplianceSystem')).shortDescription) ?? ''),
    ),
    amount: at(reference, 'resultingAmount') ?? at(reference, 'meanAmount'),
    flow: reference === undefined ? undefined : flowOf(reference),
    defaults: scenarios.flatMap((one) => (at(one, 'default') === true ? String(at(one, 'name')) : [])),
    results: results.map((result) => ({
      indicator: String(at(result, 'referenceToLCIAMethodDataSet', 'refObjectId') ?? ''),
      amounts: anies(result, 'other').flatMap((one) => {
        const module = at(one, 'module');
        const scenario = at(one, 'scenario');
        if (typeof module !== 'string') return [];
        return { module, scenario: typeof scenario === 'string' ? scenario : undefined, value: at(one, 'value') };
      }),
    })),
  };
}

const anies = (value: unknown, name: string): readonly unknown[] => all(membersOf(membersOf(value)[name]).anies);

function flowOf(exchange: unknown): IlcdFlow {
  const properties = all(membersOf(exchange).flowProperties ?? membersOf(exchange).resolvedFlowProperties);
  const reference = properties.find((one) => at(one, 'referenceFlowProperty') === true) ?? properties[0];
  return {
    property: at(reference, 'uuid'),
    mean: 1, // the amount is the resulting one already
    materials: all(membersOf(exchange).materialProperties).map((one) => ({
      name: String(at(one, 'name') ?? ''),
      value: at(one, 'value'),
    })),
  };
}
