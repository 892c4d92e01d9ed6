import { componentOf, componentsNode, idOf } from './conform.ts';
import { child, childrenOf, element, textNode, textOf, type XmlNode } from './xml.ts';

/** Coordinates of the model: metres, Z up. */
export interface BcfPoint {
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

/** A camera; one of the two measures. */
export interface BcfCamera {
  readonly viewPoint: BcfPoint;
  readonly direction: BcfPoint;
  readonly up: BcfPoint;
  /** Degrees, from the lower to the upper edge of the picture. */
  readonly fieldOfView?: number;
  /** Metres from the lower to the upper edge of the picture. */
  readonly viewToWorldScale?: number;
}

/** What is left lies against the direction. */
export interface BcfClip {
  readonly location: BcfPoint;
  readonly direction: BcfPoint;
}

/** What of a viewpoint is understood. */
export interface BcfView {
  readonly camera: BcfCamera | undefined;
  /** Of the chosen elements: GlobalIds, or ids of ours. */
  readonly selection: readonly string[];
  readonly clips: readonly BcfClip[];
}

const usualAspect = '1.4';

function pointOf(node: XmlNode | undefined): BcfPoint | undefined {
  const [x, y, z] = ['X', 'Y', 'Z'].map((name) => Number(textOf(node, name) ?? Number.NaN));
  if (x === undefined || y === undefined || z === undefined) return undefined;
  return [x, y, z].every(Number.isFinite) ? { x, y, z } : undefined;
}

const pointNode = (name: string, { x, y, z }: BcfPoint): XmlNode =>
  element(name, [textNode('X', String(x)), textNode('Y', String(y)), textNode('Z', String(z))]);

function cameraOf(node: XmlNode): BcfCamera | undefined {
  const perspective = child(node, 'PerspectiveCamera');
  const camera = perspective ?? child(node, 'OrthogonalCamera');
  const [viewPoint, direction, up] = ['CameraViewPoint', 'CameraDirection', 'CameraUpVector'].map((name) =>
    pointOf(child(camera, name)),
  );
  if (!viewPoint || !direction || !up) return undefined;
  const measure = Number(textOf(camera, perspective ? 'FieldOfView' : 'ViewToWorldScale'));
  const isRight = Number.isFinite(measure) && measure > 0 && (!perspective || measure < 180);
  return {
    viewPoint,
    direction,
    up,
    ...(isRight ? (perspective ? { fieldOfView: measure } : { viewToWorldScale: measure }) : {}),
  };
}

/** What is understood of a VisualizationInfo. */
export function viewOf(node: XmlNode): BcfView {
  const selected = childrenOf(child(child(node, 'Components'), 'Selection'), 'Component');
  return {
    camera: cameraOf(node),
    selection: selected.flatMap((one) => idOf(one) ?? []),
    clips: childrenOf(child(node, 'ClippingPlanes'), 'ClippingPlane').flatMap((plane) => {
      const [location, direction] = [pointOf(child(plane, 'Location')), pointOf(child(plane, 'Direction'))];
      return location && direction ? [{ location, direction }] : [];
    }),
  };
}

/** A VisualizationInfo of version 3.0. */
export function nodeOfView(guid: string, { camera, selection, clips }: BcfView): XmlNode {
  const components = selection.map(componentOf);
  return element(
    'VisualizationInfo',
    [
      element('Components', [
        components.length > 0 ? element('Selection', components) : undefined,
        element('Visibility', [], { DefaultVisibility: 'true' }),
      ]),
      camera && cameraNode(camera),
      clips.length > 0
        ? element(
            'ClippingPlanes',
            clips.map((one) =>
              element('ClippingPlane', [pointNode('Location', one.location), pointNode('Direction', one.direction)]),
            ),
          )
        : undefined,
    ],
    { Guid: guid },
  );
}

function cameraNode({ viewPoint, direction, up, fieldOfView, viewToWorldScale }: BcfCamera): XmlNode {
  const isOrthogonal = viewToWorldScale !== undefined;
  return element(isOrthogonal ? 'OrthogonalCamera' : 'PerspectiveCamera', [
    pointNode('CameraViewPoint', viewPoint),
    pointNode('CameraDirection', direction),
    pointNode('CameraUpVector', up),
    isOrthogonal
      ? textNode('ViewToWorldScale', String(viewToWorldScale))
      : textNode('FieldOfView', String(fieldOfView ?? 60)),
    textNode('AspectRatio', usualAspect),
  ]);
}

const order = ['Components', 'OrthogonalCamera', 'PerspectiveCamera', 'Lines', 'ClippingPlanes', 'Bitmaps'];
const placeOf = ({ name }: XmlNode): number => (order.includes(name) ? order.indexOf(name) : order.length);

/**
 * A VisualizationInfo of version 2.1, or of a program that is not strict, in the form of 3.0; what is so already stays as
 * it is. `bitmap` says under which name the file of one is kept; those without a file go.
 */
export function upgraded(node: XmlNode, bitmap: (reference: string) => string | undefined): XmlNode {
  const bitmaps = [...childrenOf(node, 'Bitmap'), ...childrenOf(child(node, 'Bitmaps'), 'Bitmap')].flatMap((one) =>
    bitmapOf(one, bitmap),
  );
  const [camera] = node.children.filter(isCamera);
  const rest = node.children.flatMap((one) => {
    if (one.name === 'Components') return [componentsNode(one)];
    return one.name === 'Bitmap' || one.name === 'Bitmaps' || isCamera(one) ? [] : [one];
  });
  const children = [
    ...rest,
    ...(camera && !isStandIn(camera) ? [withAspect(camera)] : []),
    ...(bitmaps.length > 0 ? [element('Bitmaps', bitmaps)] : []),
  ];
  return { ...node, attributes: guidOnly(node), children: children.toSorted((a, b) => placeOf(a) - placeOf(b)) };
}

const isCamera = ({ name }: XmlNode): boolean => name === 'PerspectiveCamera' || name === 'OrthogonalCamera';

function withAspect(camera: XmlNode): XmlNode {
  const aspect = textNode('AspectRatio', usualAspect);
  if (child(camera, 'AspectRatio') || aspect === undefined) return camera;
  return { ...camera, children: [...camera.children, aspect] };
}

/** Version 2.1 has the format in an element `Bitmap`, and in capital letters. */
function bitmapOf(node: XmlNode, nameOf: (reference: string) => string | undefined): XmlNode[] {
  const name = nameOf(textOf(node, 'Reference') ?? '');
  const places = ['Location', 'Normal', 'Up', 'Height'].map((one) => child(node, one));
  if (name === undefined || places.includes(undefined)) return [];
  return [element('Bitmap', [textNode('Format', name.slice(-3)), textNode('Reference', name), ...places])];
}

/** The names of the files of its bitmaps. */
export const bitmapsOf = (node: XmlNode): string[] =>
  childrenOf(child(node, 'Bitmaps'), 'Bitmap').flatMap((one) => textOf(one, 'Reference') ?? []);

const guidOnly = ({ attributes: { Guid } }: XmlNode): Record<string, string> => (Guid === undefined ? {} : { Guid });

/** From far above: the schema wants a camera in each viewpoint, also in those that only choose elements. */
const standIn = cameraNode({
  viewPoint: { x: 0, y: 0, z: 1000 },
  direction: { x: 0, y: 0, z: -1 },
  up: { x: 0, y: 1, z: 0 },
  viewToWorldScale: 1000,
});
export const isStandIn = (camera: XmlNode): boolean => JSON.stringify(camera) === JSON.stringify(standIn);

/** A viewpoint as it is written: with a camera, and with those bitmaps whose files are there. */
export function completed(node: XmlNode, guid: string, files: ReadonlySet<string>): XmlNode {
  const whole = upgraded(node, (name) => (files.has(name) ? name : undefined));
  const children = whole.children.some(isCamera) ? whole.children : [...whole.children, standIn];
  return { ...whole, attributes: { Guid: guid }, children: children.toSorted((a, b) => placeOf(a) - placeOf(b)) };
}
