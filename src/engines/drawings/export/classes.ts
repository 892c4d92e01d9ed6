import type { Region } from '../prediction.ts';

/** What classes are in the XML: equipment has nozzles, the rest stands in pipes. */
export const equipmentClasses: ReadonlyMap<string, string> = new Map([
  ['VESSEL', 'Vessel'],
  ['TANK', 'Tank'],
  ['PUMP', 'CentrifugalPump'],
  ['HEAT_EXCHANGER', 'HeatExchanger'],
  ['COMPRESSOR', 'Compressor'],
]);

export const componentClasses: ReadonlyMap<string, string> = new Map([
  ['GATE_VALVE', 'GateValve'],
  ['GLOBE_VALVE', 'GlobeValve'],
  ['BALL_VALVE', 'BallValve'],
  ['BUTTERFLY_VALVE', 'ButterflyValve'],
  ['CHECK_VALVE', 'SwingCheckValve'],
  ['RELIEF_VALVE', 'SpringLoadedGlobeSafetyValve'],
  ['CONTROL_VALVE', 'OperatedValve'],
  ['REDUCER', 'PipeReducer'],
]);

export const instrumentClass = 'INSTRUMENT';

/** What is in the plant: neither deleted nor a text. */
export const isSymbol = (region: Region): boolean => region.status !== 'deleted' && region.modelClass !== undefined;
export const isInstrument = ({ modelClass }: Region): boolean => modelClass === instrumentClass;
/** What has nozzles; what is neither this nor an instrument stands in pipes. */
export const isEquipment = (region: Region): boolean =>
  equipmentClasses.has(region.modelClass ?? '') || (!isInstrument(region) && !isInPipe(region));
const isInPipe = ({ modelClass = '' }: Region): boolean =>
  componentClasses.has(modelClass) || /VALVE|CONNECTOR|REDUCER|FITTING|FLANGE|STRAINER|FILTER/.test(modelClass);
