import { eventually } from '../../../../test/support/eventually.ts';
import { type Person, type Platform, requireSuccess } from '../../../../test/support/platform.ts';
import { boxShape, project, stepFile, wall } from '../../../engines/ifc/testing/files.ts';
import { beginFile, upload } from '../../storage/testing/fixture.ts';
import { modelIdOf } from '../model-id.ts';

export const northWall = '0north0000000000000000';
export const southWall = '0south0000000000000000';

/** A small IFC file: a storey with two walls, of which the south one may be missing or longer. */
export function houseFile(southLength: number | undefined): string {
  const walls = [
    boxShape(100, 4, 0.3, 3),
    wall(110, northWall, '#105'),
    ...(southLength === undefined ? [] : [boxShape(120, southLength, 0.3, 3), wall(130, southWall, '#125')]),
    `#140=IFCRELCONTAINEDINSPATIALSTRUCTURE('rel-4',$,$,$,(#110${southLength === undefined ? '' : ',#130'}),#33);`,
  ];
  return stepFile(project(walls.join('\n')));
}

/** Meshes are made of single precision. */
export const rounded = (box: { low: number[]; high: number[] }) =>
  [...box.low, ...box.high].map((value) => Math.round(value * 1e6) / 1e6);

/** A STEP file that ends in the middle. */
export const truncatedFile = (): string => houseFile(5).split('\n').slice(0, 20).join('\n');

export async function putContent(p: Platform, who: Person, fileId: string, text: string | Buffer): Promise<void> {
  const { _links } = requireSuccess(await p.call(who, `POST /storage/files/${fileId}/updatecontent`));
  await upload(_links.uploadUrl.href, text);
  requireSuccess(await p.call(who, `POST /storage/files/${fileId}/complete`));
}

export interface NewModel {
  readonly id: string;
  readonly fileId: string;
}

/** Uploads a file that is a model; its import runs on. `before` is called with its ids before it is completed. */
export async function newModel(
  p: Platform,
  who: Person,
  folder: string,
  name: string,
  text: string | Buffer,
  before?: (model: NewModel) => Promise<void>,
): Promise<NewModel> {
  const { id: fileId, url } = await beginFile(p, who, folder, name);
  const model = { id: modelIdOf(fileId), fileId };
  await upload(url, text);
  await before?.(model);
  requireSuccess(await p.call(who, `POST /storage/files/${fileId}/complete`));
  return model;
}

/** Waits until the newest import of a model has ended, and answers the changesets. */
export async function imported(p: Platform, who: Person, modelId: string) {
  await eventually(async () => {
    const { model } = requireSuccess(await p.call(who, `GET /models/${modelId}`));
    if (model.state === 'Importing') throw new Error(`${model.displayName} is still being imported.`);
  });
  return requireSuccess(await p.call(who, `GET /models/${modelId}/changesets`)).changesets;
}
