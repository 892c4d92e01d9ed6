import { type ColourBy, isColourBy } from '../../../ui/stage/colours.ts';
import type { Elements } from '../../../ui/stage/elements.ts';
import type { Shown } from '../../../ui/stage/looks-of.ts';
import { type Box, clipsOf, type Pose, poseOf, sectionOf, type View3d, view3dOf } from '../../../ui/stage/view-data.ts';
import { extensionData, type SavedView } from '../../../ui/stage/views/queries.ts';

/** What a view keeps besides the camera. */
export interface ViewState {
  readonly pose: Pose;
  readonly section: Box | undefined;
  readonly shown: Shown;
  readonly colourBy: ColourBy | undefined;
}

const emphasis = 'EmphasizeElements';
const colouring = 'ConsoleColours';

/** A state as Saved Views keeps it: hidden and isolated elements in the extension that other viewers read, too. */
export function savedOf({ pose, section, shown, colourBy }: ViewState, aspect: number) {
  const view: View3d = { ...view3dOf(pose, aspect), ...(section ? { clipVectors: clipsOf(section) } : {}) };
  const { hidden, only } = shown;
  const emphasizeElementsProps = {
    ...(hidden.size > 0 ? { neverDrawn: [...hidden] } : {}),
    ...(only ? { alwaysDrawn: [...only], isAlwaysDrawnExclusive: true } : {}),
  };
  const extensions = [
    ...(hidden.size > 0 || only ? [{ extensionName: emphasis, data: JSON.stringify({ emphasizeElementsProps }) }] : []),
    ...(colourBy ? [{ extensionName: colouring, data: JSON.stringify({ colourBy }) }] : []),
  ];
  return { view, extensions };
}

/** The state of a saved view; undefined when it is not a three-dimensional one. */
export function stateOf(
  saved: SavedView,
  whole: Box,
  aspect: number,
  elements: Elements | undefined,
): ViewState | undefined {
  const view = saved.savedViewData?.twin3dView;
  if (!view) return undefined;
  return {
    pose: poseOf(view, aspect),
    section: sectionOf(view.clipVectors, whole),
    shown: shownOf(saved, view, elements),
    colourBy: colourOf(extensionData(saved, colouring)),
  };
}

function shownOf(saved: SavedView, { categories }: View3d, elements: Elements | undefined): Shown {
  const data = memberOf(extensionData(saved, emphasis), 'emphasizeElementsProps');
  const hidden = new Set(textsIn(memberOf(data, 'neverDrawn')));
  const off = new Set(categories?.disabled ?? []);
  if (off.size > 0) for (const { id, categoryId } of elements?.values() ?? []) if (off.has(categoryId)) hidden.add(id);
  const exclusive = memberOf(data, 'isAlwaysDrawnExclusive') === true;
  return { hidden, ...(exclusive ? { only: new Set(textsIn(memberOf(data, 'alwaysDrawn'))) } : {}) };
}

const colourOf = (data: unknown): ColourBy | undefined => {
  const by = memberOf(data, 'colourBy');
  return isColourBy(by) ? by : undefined;
};

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;

const textsIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [];
