import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { xmlBeyondBounds } from '../../../std/xml-bounds.ts';
import { EngineFailure } from '../../engine.ts';
import type { IlcdFlow, IlcdProcess } from './ilcd.ts';

type Node = Readonly<Record<string, unknown>>;

const parser = new XMLParser({
  ignoreAttributes: false,
  removeNSPrefix: true,
  parseTagValue: false,
  parseAttributeValue: false,
  processEntities: { enabled: true, maxEntityCount: 0 },
});

/** A document. Throws where it is none, or declares a type or entities. */
export function parseXml(text: string): Node {
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text))
    throw new EngineFailure('ForbiddenXml', 'XML with a DTD or entities is not read.');
  const beyond = xmlBeyondBounds(text);
  if (beyond !== undefined) throw new EngineFailure('ForbiddenXml', `The XML is not read: ${beyond}.`);
  const valid = XMLValidator.validate(text);
  if (valid !== true)
    throw new EngineFailure('BrokenXml', `The XML is not well-formed: ${valid.err.msg}`, valid.err.line);
  return parser.parse(text);
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value);
const all = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : value === undefined ? [] : [value]);

function at(value: unknown, ...path: readonly string[]): unknown {
  const [name, ...rest] = path;
  const one = all(value)[0];
  if (name === undefined) return one;
  return isNode(one) ? at(one[name], ...rest) : undefined;
}
/** All of the last member. */
function each(value: unknown, ...path: readonly string[]): readonly unknown[] {
  const parent = at(value, ...path.slice(0, -1));
  return isNode(parent) ? all(parent[path.at(-1) ?? '']) : [];
}

const plain = (value: unknown): string | undefined => {
  const text = isNode(value) ? value['#text'] : value;
  return typeof text === 'string' || typeof text === 'number' ? String(text) : undefined;
};
/** English before other languages. */
const inWords = (texts: readonly unknown[]): string | undefined =>
  plain(texts.find((one) => isNode(one) && one['@_lang'] === 'en') ?? texts[0]);

export const processIn = (document: Node): Node | undefined =>
  isNode(document.processDataSet) ? document.processDataSet : undefined;
export const flowIn = (document: Node): Node | undefined =>
  isNode(document.flowDataSet) ? document.flowDataSet : undefined;

export const uuidOfFlow = (flow: Node): string =>
  (plain(at(flow, 'flowInformation', 'dataSetInformation', 'UUID')) ?? '').toLowerCase();

/** UUID of the data set of the flow that a process is about. */
function referenceOf(process: Node) {
  const number = plain(at(process, 'processInformation', 'quantitativeReference', 'referenceToReferenceFlow'));
  const exchange = each(process, 'exchanges', 'exchange').find(
    (one) => isNode(one) && one['@_dataSetInternalID'] === number,
  );
  return { exchange, flow: String(at(exchange, 'referenceToFlowDataSet', '@_refObjectId') ?? '').toLowerCase() };
}

/** A process data set; `flows`: those of the same zip, by their UUIDs. */
export function ilcdOfXml(process: Node, flows: ReadonlyMap<string, Node>): IlcdProcess {
  const facts = at(process, 'processInformation', 'dataSetInformation');
  const { exchange, flow } = referenceOf(process);
  const found = flows.get(flow);
  const publication = ['administrativeInformation', 'publicationAndOwnership', 'referenceToOwnershipOfDataSet'];
  return {
    name: inWords(each(facts, 'name', 'baseName')),
    uuid: plain(at(facts, 'UUID')),
    owner: inWords(each(process, ...publication, 'shortDescription')),
    validUntil: plain(at(process, 'processInformation', 'time', 'dataSetValidUntil')),
    compliance: each(process, 'modellingAndValidation', 'complianceDeclarations', 'compliance').map(
      (one) => inWords(each(one, 'referenceToComplianceSystem', 'shortDescription')) ?? '',
    ),
    amount: plain(at(exchange, 'resultingAmount')) ?? plain(at(exchange, 'meanAmount')),
    flow: found === undefined ? undefined : flowOf(found),
    defaults: each(facts, 'other', 'scenarios', 'scenario').flatMap((one) =>
      isNode(one) && String(one['@_default']) === 'true' ? String(one['@_name']) : [],
    ),
    results: each(process, 'LCIAResults', 'LCIAResult').map((result) => ({
      indicator: String(at(result, 'referenceToLCIAMethodDataSet', '@_refObjectId') ?? ''),
      amounts: each(result, 'other', 'amount').flatMap((one) => {
        if (!isNode(one) || typeof one['@_module'] !== 'string') return [];
        const scenario = one['@_scenario'];
        return {
          module: one['@_module'],
          scenario: typeof scenario === 'string' ? scenario : undefined,
          value: plain(one),
        };
      }),
    })),
  };
}

function flowOf(flow: Node): IlcdFlow {
  const number = plain(at(flow, 'flowInformation', 'quantitativeReference', 'referenceToReferenceFlowProperty'));
  const property = each(flow, 'flowProperties', 'flowProperty').find(
    (one) => isNode(one) && one['@_dataSetInternalID'] === number,
  );
  const materials = ['flowInformation', 'dataSetInformation', 'other', 'MatML_Doc'];
  const names = new Map(
    each(flow, ...materials, 'Metadata', 'PropertyDetails').map((one) => [
      String(at(one, '@_id')),
      plain(at(one, 'Name')) ?? '',
    ]),
  );
  return {
    property: at(property, 'referenceToFlowPropertyDataSet', '@_refObjectId'),
    mean: plain(at(property, 'meanValue')),
    materials: each(flow, ...materials, 'Material', 'BulkDetails', 'PropertyData').map((one) => ({
      name: names.get(String(at(one, '@_property'))) ?? '',
      value: plain(at(one, 'Data')),
    })),
  };
}
