import { cameraOf, locationOf } from '../../../ui/forms/origin.ts';
import type { NewForm } from '../../../ui/forms/types.ts';
import { className, type Elements, nameOf as nameOfElement, storeyOf } from '../../../ui/stage/elements.ts';
import { boxOf } from '../../../ui/stage/use-stage.ts';
import type { Point, Pose } from '../../../ui/stage/view-data.ts';
import { type NewView, saveView } from '../../../ui/stage/views/queries.ts';
import type { Changeset, Model } from '../../queries.ts';
import type { Scene } from '../use-scene.ts';
import { savedOf } from '../views/state.ts';

/** What is seen, and what it is about. */
export interface Snapshot {
  readonly pose: Pose;
  readonly point: Point;
  /** In the model. */
  readonly elementId: string | undefined;
  /** What people call the element and its storey, for those who read of it elsewhere. */
  readonly named: { readonly elementName?: string; readonly elementClass?: string; readonly storeyName?: string };
  readonly changesetId: string;
  readonly saved: Pick<NewView, 'view' | 'extensions' | 'image'>;
}

/** The picture as it is now; its place is the chosen element, else what one looks at. */
export function snapshotOf(shown: Changeset, scene: Scene): Snapshot | undefined {
  const { stage, choice, elements, section, control, colourBy } = scene;
  if (!stage) return undefined;
  const pose = stage.pose();
  const box = choice.id === undefined ? undefined : elements?.get(choice.id)?.box;
  const state = { pose, section, shown: control.shown, colourBy };
  return {
    pose,
    point: box ? middleOf(boxOf(box)) : pose.target,
    elementId: choice.inOlder ? undefined : choice.id,
    named: elements && choice.id !== undefined && !choice.inOlder ? namesOf(elements, choice.id) : {},
    changesetId: shown.id,
    saved: { ...savedOf(state, stage.aspect()), image: stage.image(1120, 800) },
  };
}

function namesOf(elements: Elements, id: string): Snapshot['named'] {
  const element = elements.get(id);
  const storey = storeyOf(elements, id)?.name;
  return {
    ...(element && { elementName: nameOfElement(element), elementClass: className(element.class) }),
    ...(storey && { storeyName: storey }),
  };
}

const middleOf = ({ low, high }: { readonly low: Point; readonly high: Point }): Point => [
  (low[0] + high[0]) / 2,
  (low[1] + high[1]) / 2,
  (low[2] + high[2]) / 2,
];

/** What the form is told of the picture; the view is saved, so that others see the same. Who may not save one goes without. */
export async function originOf(model: Model, snapshot: Snapshot): Promise<Partial<NewForm>> {
  const { pose, point, elementId, named, changesetId, saved } = snapshot;
  const view = { twinId: model.twinId, modelId: model.id, displayName: nameOf(new Date()), shared: true, ...saved };
  const made = await saveView(view).catch(() => undefined);
  return {
    modelPin: locationOf(point),
    modelView: { cameraView: cameraOf(pose), ...(made ? { savedViewId: made.id } : {}) },
    sourceEntity: {
      modelElement: {
        modelId: model.id,
        elementId: elementId ?? noElement,
        changeSetId: changesetId,
        modelName: model.displayName,
        ...named,
      },
    },
  };
}

/** A form is about a model even where no element was chosen. */
const noElement = '0';

const nameOf = (at: Date): string => `Issue of ${at.toISOString().slice(0, 19).replaceAll(/[T:]/g, ' ')}`;
