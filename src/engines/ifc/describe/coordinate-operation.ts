import { follow, type Instance, type Model, numberOf, textOf } from '../step/model.ts';
import { isTyped } from '../step/values.ts';
import { factorOf, type Units } from '../units.ts';
import type { MapConversion } from './map-conversion.ts';

/** Where the model's origin is on the globe, in degrees and metres. */
export interface GeographicPlace {
  readonly latitude: number;
  readonly longitude: number;
  readonly height: number;
  readonly instance: number;
}

/** IfcRigidOperation, since IFC4X3: a place on a map or on the globe, without rotation and scale. */
export function rigidOperation(model: Model, units: Units): MapConversion | GeographicPlace | undefined {
  const [instance] = model.all('IFCRIGIDOPERATION');
  const operation = instance === undefined ? undefined : model.read(instance);
  if (operation === undefined) return undefined;
  const crs = follow(model, operation, 'TargetCRS');
  const first = model.get(operation, 'FirstCoordinate');
  const isOnGlobe = (isTyped(first) && first.type === 'IFCPLANEANGLEMEASURE') || crs?.entity === 'IFCGEOGRAPHICCRS';
  return isOnGlobe ? onGlobe(model, operation, crs, units) : onMap(model, operation, crs, units);
}

function onMap(model: Model, operation: Instance, crs: Instance | undefined, units: Units): MapConversion {
  const metres = unitFactor(model, crs, 'MapUnit') ?? units.metresPerUnit;
  const at = (attribute: string) => (numberOf(model.get(operation, attribute)) ?? 0) * metres;
  return {
    crs: (crs === undefined ? null : textOf(model.get(crs, 'Name'))) ?? '',
    place: [at('FirstCoordinate'), at('SecondCoordinate'), at('Height')],
    xAxis: [1, 0],
    scale: 1,
    writtenScale: metres / units.metresPerUnit,
    instance: operation.number,
  };
}

/** The axes of systems of degrees are latitude and longitude, in this order. */
function onGlobe(
  model: Model,
  operation: Instance,
  crs: Instance | undefined,
  units: Units,
): GeographicPlace | undefined {
  const degrees = ((unitFactor(model, crs, 'AngleUnit') ?? units.radiansPerUnit) * 180) / Math.PI;
  const latitude = (numberOf(model.get(operation, 'FirstCoordinate')) ?? 0) * degrees;
  const longitude = (numberOf(model.get(operation, 'SecondCoordinate')) ?? 0) * degrees;
  const metres = unitFactor(model, crs, 'HeightUnit') ?? units.metresPerUnit;
  const height = (numberOf(model.get(operation, 'Height')) ?? 0) * metres;
  const instance = operation.number;
  if (Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180) return { latitude, longitude, height, instance };
  const problem = 'Latitude and longitude of the rigid operation are no place on earth; it was not used.';
  model.issues.add(problem, { number: instance });
  return undefined;
}

function unitFactor(model: Model, crs: Instance | undefined, attribute: string): number | undefined {
  const unit = crs === undefined ? undefined : follow(model, crs, attribute);
  return unit === undefined ? undefined : factorOf(model, unit);
}
