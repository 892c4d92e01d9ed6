import { randomUUID } from 'node:crypto';
import { eventually } from '../../../../test/support/eventually.ts';
import { type Answer, type Platform, requireSuccess } from '../../../../test/support/platform.ts';
import { boxShape, project, stepFile, wall } from '../../../engines/ifc/testing/files.ts';
import { imported, newModel, northWall, southWall } from '../../models/testing/files.ts';
import { block } from '../../models/testing/fixture.ts';
import { carbon, newConfiguration, newFile, type Place, peopleOf, placeOf, reportOf, walls } from './fixture.ts';

/** Two walls: 3.6 m³ of concrete, and 0.9 m³ for each metre of the other one, of brick. */
export function houseOf(length: number): string {
  const content = [
    boxShape(100, 4, 0.3, 3),
    wall(110, northWall, '#105'),
    boxShape(120, length, 0.3, 3),
    wall(130, southWall, '#125'),
    "#140=IFCRELCONTAINEDINSPATIALSTRUCTURE('rel-4',$,$,$,(#110,#130),#33);",
    "#200=IFCMATERIAL('Concrete',$,$);\n#201=IFCMATERIAL('Brick',$,'masonry');",
    "#202=IFCRELASSOCIATESMATERIAL('mat-1',$,$,$,(#110),#200);\n#203=IFCRELASSOCIATESMATERIAL('mat-2',$,$,$,(#130),#201);",
  ];
  return stepFile(project(content.join('\n')));
}

export const csvHeader =
  'name,declaredQuantity,declaredUnit,density,massPerUnit,thickness,standard,validUntil,reference,example,A1-A3,A4,A5,B1,B2,B3,B4,B5,B6,B7,C1,C2,C3,C4,D';
export const concreteRow = 'Light concrete,1,m3,1200,,,EN 15804+A2,,,false,200,10,5,,,,,,,,2,3,4,1,-20';
const table = 'Name,Quantity [m3],Material\nWall,2,Concrete\nDoor,1,\n';

export interface House extends Place {
  readonly model: string;
  readonly modelFile: string;
  readonly changeset: string;
  /** Its import waits for a job that comes much later. */
  readonly waitingModel: string;
  /** `quantities.csv`, as a report. */
  readonly report: string;
  readonly unknown: string;
  /** Of the twin: a cubic metre of concrete. The reviewed mapping, which is the default, names it. */
  readonly epd: string;
  readonly mapping: string;
  /** Of the Account of the twin; the engineer may calculate in the twin only. */
  readonly accountId: string;
  readonly accountEpd: string;
  readonly accountMapping: string;
  /** Of the group `*` of the model, and of the report, for both tools. */
  readonly configuration: string;
  readonly configurationA: string;
  readonly ofReport: string;
}

export async function houseIn(p: Platform): Promise<House> {
  const place = await placeOf(await peopleOf(p));
  const { owner, engineer, uploader, twinId, root } = place;
  const waiting = await newModel(p, uploader, root, 'waiting.ifc', houseOf(6), (model) => block(p, owner, model.id));
  const { id: model, fileId: modelFile } = await newModel(p, uploader, root, 'house.ifc', houseOf(5));
  const [{ id: changeset }] = await imported(p, uploader, model);
  const report = reportOf(await newFile(place, 'quantities.csv', table));
  const accountId = requireSuccess(await p.call(owner, 'GET /twins/myprimaryaccount')).twin.id;
  const epd = await newEpd(place, twinId, concreteRow);
  const mapping = await newMapping(place, { default: true, ...entriesOf(epd) });
  await review(place, mapping);
  const label = { ...walls, name: 'All', mappingId: mapping, groupName: '*' };
  const content = { displayName: 'House', twinId, modelId: model, labels: [label] };
  const reportLabel = { ...walls, elementQuantityColumn: 'Quantity', reportTable: 'quantities' };
  const accountMapping = await p.call(owner, `POST ${carbon}/mappings`, {
    body: { twinId: accountId, displayName: 'All' },
  });
  const house = {
    ...place,
    model,
    modelFile,
    changeset,
    waitingModel: waiting.id,
    report,
    accountId,
    epd,
    mapping,
    accountEpd: await newEpd({ ...place, engineer: owner }, accountId, concreteRow),
    accountMapping: requireSuccess(accountMapping).mapping.id,
    configuration: await newConfiguration(place, content),
    configurationA: await newConfiguration(place, content, 'carbontool-a'),
    ofReport: await newConfiguration(place, { displayName: 'R', reportId: report, labels: [reportLabel] }),
    unknown: randomUUID(),
  };
  requireSuccess(await p.call(engineer, `GET ${carbon}/epds/${epd}`));
  p.takeEvents();
  return house;
}

export const entriesOf = (epdId: string) => ({ materials: [{ name: 'concrete ', epdId }] });

/** Imports one declaration; answers its id. */
export async function newEpd(
  { p, engineer }: Pick<Place, 'p' | 'engineer'>,
  twinId: string,
  row: string,
): Promise<string> {
  const answer = await importCsv({ p, engineer }, twinId, `${csvHeader}\n${row}\n`);
  return requireSuccess(answer).imported[0].id;
}

export const importCsv = (
  { p, engineer }: Pick<Place, 'p' | 'engineer'>,
  twinId: string,
  body: string,
): Promise<Answer> =>
  p.call(engineer, `POST ${carbon}/epds?twinId=${twinId}&fileName=epds.csv`, {
    body,
    headers: { 'Content-Type': 'text/csv' },
  });

/** A draft. */
export async function newMapping({ p, engineer, twinId }: Place, more: object = {}): Promise<string> {
  const answer = await p.call(engineer, `POST ${carbon}/mappings`, { body: { twinId, displayName: 'House', ...more } });
  return requireSuccess(answer).mapping.id;
}

export async function review(
  { p, engineer }: Pick<Place, 'p' | 'engineer'>,
  mapping: string,
  version = 1,
): Promise<void> {
  requireSuccess(await p.call(engineer, `POST ${carbon}/mappings/${mapping}/review`, { body: { version } }));
}

export const tokenB = { projectName: 'House', 'carbontool-bBearerToken': 'no token :(' };

/** Begins a job of tool b; answers its id. */
export async function beginJob({ p, engineer }: Pick<Place, 'p' | 'engineer'>, body: object): Promise<string> {
  const answer = await p.call(engineer, `POST ${carbon}/carbontool-b/jobs`, { body: { ...tokenB, ...body } });
  return requireSuccess(answer).job.id;
}

/** A job of either tool once it has ended. */
export async function endedJob(
  { p, engineer }: Pick<Place, 'p' | 'engineer'>,
  id: string,
  letter: 'a' | 'b' = 'b',
): Promise<Answer['body']> {
  let job: Answer['body'];
  await eventually(async () => {
    job = requireSuccess(await p.call(engineer, `GET ${carbon}/carbontool-${letter}/jobs/${id}`)).job;
    if (job.status !== 'Succeeded' && job.status !== 'Failed') throw new Error(`The job is ${job.status}.`);
  });
  return job;
}

/** A file behind the link of a result. */
export async function resultFile(link: string, name = 'result.json'): Promise<Answer['body']> {
  const answer = await fetch(link.replace('report.html', name));
  if (answer.status !== 200) throw new Error(`${name}: ${answer.status}`);
  return name.endsWith('.json') ? answer.json() : answer.text();
}

export interface HouseFixture extends House {
  /** A draft of its own, and a declaration that only it names. */
  readonly draft: string;
  readonly freeEpd: string;
}

let rows = 0;

export async function houseFixture(house: House): Promise<HouseFixture> {
  const freeEpd = await newEpd(house, house.twinId, concreteRow.replace('Light concrete', `Concrete ${++rows}`));
  const draft = await newMapping(house, entriesOf(freeEpd));
  house.p.takeEvents();
  return { ...house, draft, freeEpd };
}
