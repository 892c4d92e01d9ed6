import { Type } from 'typebox';
import { generatedClasses } from '../../../api/ports/repositories.ts';
import { arrayOf, boolean, known, number, optional, output } from '../../../kernel/schema/shapes.ts';
import { between, dateTimeUtc, guid, id64, matrix, positive, safe, share, vector } from './types.ts';

const repositoryClass = Type.Unsafe<string>({ ...safe(), ...known(generatedClasses) });

export const layer = output({}, 'Layer');

/** One resource of a repository: a model, reality data, a map layer. It is not looked up, so it may be gone. */
export const repositoryResource = output(
  {
    twinId: optional(guid()),
    repositoryId: safe(),
    id: safe(),
    class: repositoryClass,
    subClass: optional(safe()),
    version: optional(safe()),
  },
  'RepositoryResource',
);

/** A whole repository. */
export const repository = output(
  { twinId: guid(), repositoryId: safe(), class: repositoryClass, subClass: optional(safe()) },
  'Repository',
);

export const view3d = output(
  {
    position: vector,
    direction: vector,
    up: vector,
    isOrthographic: boolean(),
    aspectRatio: number(),
    near: number(),
    far: number(),
    fov: optional(number({ description: 'Radians; of a perspective view.' })),
    width: optional(number({ description: 'Metres; of an orthographic view.' })),
    ecefTransform: matrix,
  },
  'View3d',
);

export const atmosphericStyling = output(
  {
    atmosphere: output({
      sunAzimuth: between(-360, 360),
      sunPitch: between(-180, 180),
      sunIntensity: optional(between(0, 100)),
      heliodonLongitude: between(-180, 180),
      heliodonLatitude: between(-90, 90),
      heliodonDate: dateTimeUtc(),
      weather: share(),
      windOrientation: between(-360, 360),
      windForce: share(),
      fog: share(),
      exposure: between(-4, 4),
      useHeliodon: boolean(),
      HDRIImage: optional(safe()),
      HDRIZRotation: optional(between(0, 360)),
    }),
  },
  'UnrealAtmosphericStyling',
);

export const scheduleSimulation = output({ timelineId: id64(), timePoint: number() }, 'ScheduleSimulation');

export const cameraAnimation = output(
  {
    input: arrayOf(positive()),
    output: arrayOf(
      output({ camera: view3d, settings: optional(atmosphericStyling), schedule: optional(scheduleSimulation) }),
    ),
  },
  'CameraAnimation',
);

/** Ids of camera animations in the order of play; those that are gone are skipped by clients. */
export const movie = output({ animations: arrayOf(guid()) }, 'Movie');

export const cutout = output(
  {
    polygon: arrayOf(vector),
    invisible: boolean(),
    mask: boolean(),
    transformFromClip: optional(matrix),
    transformToClip: optional(matrix),
    zHigh: optional(number()),
    zLow: optional(number()),
    clipPlanes: optional(
      output({
        convexSets: arrayOf(
          output({
            planes: arrayOf(
              output({
                normal: optional(vector),
                distance: optional(number()),
                invisible: optional(boolean()),
                interior: optional(boolean()),
              }),
            ),
          }),
        ),
      }),
    ),
  },
  'Cutout',
);

export const materialDecoration = output({ decorationId: optional(guid()) }, 'MaterialDecoration');
