import type { Point, Pose } from '../stage/view-data.ts';
import type { FormSummary, NewForm } from './types.ts';

/** Where a form is from: the members that programs store as they were given, so each is looked at. */
type Origin = Pick<FormSummary, 'sourceEntity' | 'modelPin' | 'modelView'>;

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

function pointOf(value: unknown): Point | undefined {
  const [x, y, z] = ['x', 'y', 'z'].map((name) => memberOf(value, name));
  return typeof x === 'number' && typeof y === 'number' && typeof z === 'number' ? [x, y, z] : undefined;
}

/** The element that a form is about; of several the first. */
export interface Element {
  readonly modelId: string;
  readonly elementId: string;
  readonly modelName: string | undefined;
  readonly changesetId: string | undefined;
  /** As it was when the form was made. */
  readonly name: string | undefined;
  readonly className: string | undefined;
  readonly storey: string | undefined;
}

export function elementOf({ sourceEntity }: Origin): Element | undefined {
  const element = memberOf(sourceEntity, 'modelElement');
  const modelId = textOf(memberOf(element, 'modelId'));
  const [elementId] = (textOf(memberOf(element, 'elementId')) ?? '').split(/\s+/);
  if (!modelId || !elementId) return undefined;
  return {
    modelId,
    elementId,
    modelName: textOf(memberOf(element, 'modelName')),
    changesetId: textOf(memberOf(element, 'changeSetId')),
    name: textOf(memberOf(element, 'elementName')),
    className: textOf(memberOf(element, 'elementClass')),
    storey: textOf(memberOf(element, 'storeyName')),
  };
}

export const pinOf = ({ modelPin }: Origin): Point | undefined => pointOf(memberOf(modelPin, 'location'));
export const savedViewOf = ({ modelView }: Origin): string | undefined => textOf(memberOf(modelView, 'savedViewId'));

const usualFov = 50;

/** The camera that a form keeps; one looks at its pin, or 5 m ahead. */
export function poseOf(origin: Origin): Pose | undefined {
  const camera = memberOf(origin.modelView, 'cameraView');
  const [eye, direction] = [pointOf(memberOf(camera, 'viewPoint')), pointOf(memberOf(camera, 'direction'))];
  if (!eye || !direction) return undefined;
  const length = Math.hypot(...direction) || 1;
  const pin = pinOf(origin);
  const ahead = pin ? Math.max(0.5, Math.hypot(pin[0] - eye[0], pin[1] - eye[1], pin[2] - eye[2])) : 5;
  const fov = memberOf(camera, 'fieldOfView');
  const at = (axis: 0 | 1 | 2) => eye[axis] + (direction[axis] / length) * ahead;
  return { eye, target: [at(0), at(1), at(2)], fov: typeof fov === 'number' ? fov : usualFov };
}

const named = ([x, y, z]: Point) => ({ x, y, z });

/** A camera as forms keep it. */
export function cameraOf({ eye, target, fov }: Pose): NonNullable<NonNullable<NewForm['modelView']>['cameraView']> {
  const [dx, dy, dz] = [target[0] - eye[0], target[1] - eye[1], target[2] - eye[2]];
  const length = Math.hypot(dx, dy, dz) || 1;
  const direction: Point = [dx / length, dy / length, dz / length];
  const level = Math.hypot(direction[0], direction[1]);
  const up: Point =
    level < 1e-9 ? [0, 1, 0] : [(-direction[0] * direction[2]) / level, (-direction[1] * direction[2]) / level, level];
  return { viewPoint: named(eye), direction: named(direction), up: named(up), fieldOfView: fov };
}

export const locationOf = (point: Point) => ({ location: named(point) });
