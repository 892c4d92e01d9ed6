import type { Vector } from '../matrix.ts';
import { type ElementSurface, surfacesOfModel } from '../render/model.ts';
import { type Camera, cameraTowards, pictureOf } from '../render/view.ts';
import type { BcfViewpoint } from './params.ts';
import { type BcfCamera, type BcfPoint, isStandIn, viewOf } from './visinfo.ts';
import type { XmlNode } from './xml.ts';

/** A second of work each, at most, while somebody waits for the file. */
const mostPictures = 100;

/** Draws the picture of a viewpoint; undefined where there is nothing to draw. */
export type DrawScene = (viewpoint: BcfViewpoint) => Promise<Buffer | undefined>;

/** Draws viewpoints in the models whose geometry is here; the first hundred. */
export function sceneDrawer(geometry: Readonly<Record<string, readonly string[]>>): DrawScene {
  let left = mostPictures;
  // topics of one model mostly follow each other, and two large ones would not fit into memory
  let last: { readonly modelId: string; readonly surfaces: readonly ElementSurface[] } | undefined;
  return async ({ node, scene }) => {
    const files = scene && geometry[scene.modelId];
    if (scene === undefined || files === undefined || left === 0) return undefined;
    if (last?.modelId !== scene.modelId) {
      last = undefined;
      last = { modelId: scene.modelId, surfaces: (await surfacesOfModel(files)) ?? [] };
    }
    const { surfaces } = last;
    const selected = new Set(scene.selected);
    const { camera, clips } = viewOf(withoutStandIn(node));
    if (camera === undefined) {
      // elements that nobody has looked at are shown alone, so that nothing stands before them
      const chosen = surfaces.filter(({ id }) => selected.has(id));
      const towards = cameraTowards(chosen);
      return towards && counted(pictureOf(chosen, { camera: towards, sections: [], selected: new Set() }));
    }
    const sections = clips.map(({ location, direction }) => ({ place: vector(location), normal: vector(direction) }));
    return counted(pictureOf(surfaces, { camera: seenBy(camera), sections, selected }));
  };

  function counted(picture: Promise<Buffer | undefined>) {
    left--;
    return picture;
  }
}

const withoutStandIn = (node: XmlNode): XmlNode => ({
  ...node,
  children: node.children.filter((one) => !isStandIn(one)),
});

const vector = ({ x, y, z }: BcfPoint): Vector => [x, y, z];

const seenBy = ({ viewPoint, direction, up, fieldOfView, viewToWorldScale }: BcfCamera): Camera => ({
  place: vector(viewPoint),
  direction: vector(direction),
  up: vector(up),
  fieldOfView,
  height: viewToWorldScale,
});
