import type { TSchema } from 'typebox';
import {
  atmosphericStyling,
  cameraAnimation,
  cutout,
  layer,
  materialDecoration,
  movie,
  repository,
  repositoryResource,
  scheduleSimulation,
  view3d,
} from './core.ts';
import { displayStyleOptions, tilesStyling } from './display.ts';
import { gisStyling, modelVisibility, realityDataStyling, resourceSettings } from './styling.ts';
import { expressionStyling, featureStyling } from './symbology.ts';

/** What kind of thing a scene object is. */
export interface Kind {
  /** Shape of its data. */
  readonly data: TSchema;
  /** Stands for something outside of the scene, and can be styled. */
  readonly resource?: true;
  /** Styles the resource object that its relatedId names. */
  readonly stylesResource?: true;
  /** What the shape cannot say: members of data that fits it, and what they should be. */
  check?(data: Readonly<Record<string, unknown>>): readonly { readonly name: string; readonly demand: string }[];
}

const styles = (data: TSchema): Kind => ({ data, stylesResource: true });

/** All kinds with version 1.0.0. */
const kinds: Readonly<Record<string, Kind>> = {
  Layer: { data: layer },
  RepositoryResource: { data: repositoryResource, resource: true },
  Repository: { data: repository, resource: true },
  View3d: { data: view3d },
  CameraAnimation: { data: cameraAnimation, check: checkLengths },
  Movie: { data: movie },
  Cutout: { data: cutout },
  MaterialDecoration: { data: materialDecoration },
  GoogleTilesStyling: { data: tilesStyling },
  UnrealAtmosphericStyling: { data: atmosphericStyling },
  TwinDisplayStyleOptions: { data: displayStyleOptions },
  modelVisibility: styles(modelVisibility),
  RealityDataStyling: styles(realityDataStyling),
  ResourceSettings: styles(resourceSettings),
  GISStyling: styles(gisStyling),
  ScheduleSimulation: styles(scheduleSimulation),
  ExpressionStyling: styles(expressionStyling),
  GeospatialFeatureStyling: styles(featureStyling),
};

export const kindNames = Object.keys(kinds);
export const dataShapes = Object.values(kinds).map(({ data }) => data);

export const onlyVersion = '1.0.0';

export const kindOf = (name: string): Kind | undefined => (Object.hasOwn(kinds, name) ? kinds[name] : undefined);

/** Each time of an animation has a camera. */
function checkLengths({ input, output }: Readonly<Record<string, unknown>>) {
  const [times, cameras] = [input, output].map((list) => (Array.isArray(list) ? list.length : 0));
  return times === cameras ? [] : [{ name: 'output', demand: 'must have as many items as input' }];
}
