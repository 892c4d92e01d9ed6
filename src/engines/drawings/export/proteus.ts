import { type Prediction, pipeClass, type Region, type SheetLink, signalClass } from '../prediction.ts';
import { componentClasses, equipmentClasses, instrumentClass, isEquipment, isInstrument, isSymbol } from './classes.ts';
import { pipeRuns } from './runs.ts';
import { element } from './xml.ts';

/*
 * Proteus schema 4.1 (DEXPI). Coordinates are pixels with y up. The order of elements is that of the schema.
 */

interface Pipe {
  readonly id: string;
  readonly link: SheetLink;
  readonly segment: string;
}

interface Plant {
  readonly prediction: Prediction;
  readonly symbols: readonly Region[];
  readonly pipes: readonly Pipe[];
  /** What ends of pipes are called: the nozzle of equipment, or the component itself. */
  readonly nameAt: (pipe: string, region: string) => string;
  readonly names: ReadonlyMap<string, string>;
  readonly nozzles: ReadonlyMap<string, readonly string[]>;
}

/** The XML of a sheet. */
export function proteusOf(sheet: string, prediction: Prediction): string {
  const { asset } = prediction;
  const plant = plantOf(prediction);
  const [date = '', time = ''] = asset.creationDate.split(' ');
  const about = { SchemaVersion: '4.1', OriginatingSystem: 'twin-platform', Date: date, Time: time.slice(0, 8) };
  const extent = element('Extent', {}, point('Min', 0, 0), point('Max', asset.size.width, asset.size.height));
  const root = element(
    'PlantModel',
    {},
    element(
      'PlantInformation',
      { ...about, Is3D: 'no', Units: 'Millimetre', Discipline: 'PID' },
      element('UnitsOfMeasure', { Distance: 'Millimetre' }),
    ),
    element('Drawing', { Name: sheet, Type: 'PID', ...titleOf(prediction) }, presentation, extent),
    plant.symbols.filter(isEquipment).map((region) => equipment(region, plant)),
    systems(plant),
    plant.symbols.filter(isInstrument).map((region) => instrument(region, plant)),
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n${root}\n`;
}

/** What the title block says, by the names that the schema has for it. */
const titleOf = ({ sheet: { title, revision } = { textIds: {}, confidence: 0, revisions: [] } }: Prediction) => ({
  ...(revision === undefined ? {} : { Revision: revision }),
  ...(title === undefined ? {} : { Title: title }),
});

const presentation = element('Presentation', {
  Layer: '0',
  Color: '0',
  LineType: 'Solid',
  LineWeight: '0.25mm',
  R: '0',
  G: '0',
  B: '0',
});
const point = (name: string, x: number, y: number) => element(name, { X: round(x), Y: round(y) });
const round = (value: number): number => Math.round(value * 1000) / 1000;

function plantOf(prediction: Prediction): Plant {
  const symbols = prediction.regions.filter(isSymbol);
  const names = new Map(symbols.map((region, n) => [region.id, isInstrument(region) ? `I${n + 1}` : `R${n + 1}`]));
  const pipes = Object.entries(prediction.links)
    .filter(([, link]) => link.status !== 'deleted' && link.modelClass === pipeClass)
    .map(([id, link], n): Pipe => ({ id, link, segment: `S${n + 1}` }));
  const nozzles = new Map<string, string[]>();
  const ends = new Map<string, string>();
  let count = 0;
  for (const region of symbols.filter(isEquipment)) {
    for (const { id, link } of pipes) {
      if (!link.endpoints.some((end) => prediction.connectionPoints[end]?.assocSymbol === region.id)) continue;
      const nozzle = `N${++count}`;
      nozzles.set(region.id, [...(nozzles.get(region.id) ?? []), nozzle]);
      ends.set(`${id} ${region.id}`, nozzle);
    }
  }
  const nameAt = (pipe: string, region: string) => ends.get(`${pipe} ${region}`) ?? names.get(region) ?? '';
  return { prediction, symbols, pipes, nameAt, names, nozzles };
}

function described(region: Region, { prediction }: Plant, known: ReadonlyMap<string, string>): string[] {
  const { left, top, width, height } = region.boundingBox;
  const up = prediction.asset.size.height - top;
  const custom = region.modelClass !== undefined && !known.has(region.modelClass);
  const generic = [
    ...(region.confidence === undefined ? [] : [attribute('Confidence', 'double', region.confidence)]),
    attribute('Status', 'string', region.status),
    ...(custom ? [attribute('ModelClass', 'string', region.modelClass ?? '')] : []),
  ];
  return [
    element('Extent', {}, point('Min', left, up - height), point('Max', left + width, up)),
    element('GenericAttributes', { Set: 'Recognition', Number: generic.length }, generic),
  ];
}

const attribute = (Name: string, Format: string, Value: string | number) =>
  element('GenericAttribute', { Name, Format, Value });

function equipment(region: Region, plant: Plant): string {
  const ComponentClass = equipmentClasses.get(region.modelClass ?? '') ?? 'CustomEquipment';
  const nozzles = (plant.nozzles.get(region.id) ?? []).map((ID) =>
    element(
      'Nozzle',
      { ID, ComponentClass: 'Nozzle' },
      element('ConnectionPoints', { NumPoints: 1 }, element('Node', { ID: `${ID}-1`, Type: 'process' })),
    ),
  );
  const attributes = { ID: plant.names.get(region.id), TagName: region.userLabel, ComponentClass };
  return element('Equipment', attributes, described(region, plant, equipmentClasses), nozzles);
}

/** A system per run of pipes, a segment per pipe, and in it what stands in the pipe. */
function systems(plant: Plant): string[] {
  const waiting = new Set(plant.symbols.filter((region) => !isEquipment(region) && !isInstrument(region)));
  const runs = pipeRuns(plant.prediction, plant.pipes, (id) => [...waiting].some((region) => region.id === id));
  const written = runs.map(({ pipes, label }, n) =>
    element(
      'PipingNetworkSystem',
      { ID: `L${n + 1}`, TagName: label },
      pipes.map((pipe) => segment(pipe, plant, waiting)),
    ),
  );
  const alone = [...waiting].map((region, n) =>
    element(
      'PipingNetworkSystem',
      { ID: `L${runs.length + n + 1}` },
      element('PipingNetworkSegment', { ID: `S${plant.pipes.length + n + 1}` }, component(region, plant)),
    ),
  );
  return [...written, ...alone];
}

function segment({ id, link, segment: ID }: Pipe, plant: Plant, waiting: Set<Region>): string {
  const { connectionPoints, asset } = plant.prediction;
  const regions = link.endpoints.map((end) => {
    const region = connectionPoints[end]?.assocSymbol;
    return region !== undefined && plant.names.has(region) ? region : undefined;
  });
  const [FromID, ToID] = regions.map((region) => (region === undefined ? undefined : plant.nameAt(id, region)));
  const path = link.path ?? link.endpoints.map((end) => connectionPoints[end]?.pos ?? ([0, 0] as const));
  const line = path.map(([x, y]) => point('Coordinate', x, asset.size.height - y));
  const inside = [...waiting].filter((region) => regions.includes(region.id));
  for (const region of inside) waiting.delete(region);
  return element(
    'PipingNetworkSegment',
    { ID },
    FromID === undefined && ToID === undefined ? [] : element('Connection', { FromID, ToID }),
    line.length < 2 ? [] : element('CenterLine', { NumPoints: line.length }, presentation, line),
    inside.map((region) => component(region, plant)),
  );
}

function component(region: Region, plant: Plant): string {
  const ComponentClass = componentClasses.get(region.modelClass ?? '') ?? 'CustomPipingComponent';
  const attributes = { ID: plant.names.get(region.id), TagName: region.userLabel, ComponentClass };
  return element('PipingComponent', attributes, described(region, plant, componentClasses));
}

function instrument(region: Region, plant: Plant): string {
  const { links, connectionPoints } = plant.prediction;
  const ID = plant.names.get(region.id);
  const flows = Object.values(links).flatMap((link) => {
    if (link.status === 'deleted' || link.modelClass !== signalClass) return [];
    const own = link.endpoints.findIndex((end) => connectionPoints[end]?.assocSymbol === region.id);
    if (own < 0) return [];
    const ToID = targetOf(link.endpoints[1 - own], plant);
    return ToID === undefined || ToID === ID ? [] : [element('Connection', { FromID: ID, ToID })];
  });
  const attributes = { ID, TagName: region.userLabel, ComponentClass: 'ProcessInstrumentationFunction' };
  return element(
    'ProcessInstrumentationFunction',
    attributes,
    described(region, plant, new Map([[instrumentClass, '']])),
    flows.map((connection, n) =>
      element('InformationFlow', { ID: `F-${ID}-${n + 1}`, ComponentClass: 'MeasuringLineFunction' }, connection),
    ),
  );
}

/** What a signal line leads to: a symbol, or the pipe that it ends at. */
function targetOf(end: string | undefined, { prediction, names, pipes }: Plant): string | undefined {
  const { assocSymbol, relatedLinks = [] } = prediction.connectionPoints[end ?? ''] ?? {};
  if (assocSymbol !== undefined) return names.get(assocSymbol);
  return pipes.find(({ id }) => relatedLinks.includes(id))?.segment;
}
