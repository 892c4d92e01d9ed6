import type { Box2D, Box3D, Label, Scene } from '../scene/types.ts';
import type { Marked, Pair } from './objects.ts';

/** Labels by id, as people call them. */
export const nameOf = (labels: readonly Label[]) => {
  const names = new Map(labels.map(({ id, name }) => [id, name]));
  return (id: number): string => names.get(id) ?? String(id);
};

/** The objects of two scenes, photo by photo, by the photo of the reference or, where it has none, of the prediction. */
export function pairsOf2D(reference: Scene, prediction: Scene): Map<Scene['photos'][number], Pair<Box2D>> {
  const pairs = new Map<Scene['photos'][number], Pair<Box2D>>();
  const others = new Map(prediction.photos.map((photo) => [pathKey(photo), photo]));
  const markedIn = (scene: Scene, photo: string | undefined): Marked<Box2D>[] => {
    const name = nameOf(scene.annotations.labels);
    const objects = photo === undefined ? [] : (scene.annotations.objects2D?.get(photo) ?? []);
    return objects.map(({ label, ...rest }) => ({ ...rest, label: name(label) }));
  };
  for (const photo of reference.photos) {
    const other = others.get(pathKey(photo));
    others.delete(pathKey(photo));
    pairs.set(photo, { reference: markedIn(reference, photo.id), prediction: markedIn(prediction, other?.id) });
  }
  for (const photo of others.values()) pairs.set(photo, { reference: [], prediction: markedIn(prediction, photo.id) });
  return pairs;
}

/** Photos of two scenes are the same when their images lie at the same path; they may have been uploaded twice. */
export const pathKey = ({ image }: Scene['photos'][number]): string => image.path.toLowerCase();

export function pairOf3D(reference: Scene, prediction: Scene): Pair<Box3D> {
  const markedIn = ({ annotations }: Scene): Marked<Box3D>[] => {
    const name = nameOf(annotations.labels);
    return (annotations.objects3D ?? []).map(({ label, ...rest }) => ({ ...rest, label: name(label) }));
  };
  return { reference: markedIn(reference), prediction: markedIn(prediction) };
}
