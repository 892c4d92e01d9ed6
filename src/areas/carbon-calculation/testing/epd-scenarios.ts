import assert from 'node:assert/strict';
import { carbon, unknown } from './fixture.ts';
import { concreteRow, csvHeader, importCsv } from './house.ts';
import type { HouseScenario } from './run-house-scenarios.ts';

const epds = `${carbon}/epds`;
const mappings = `${carbon}/mappings`;
const csv = { 'Content-Type': 'text/csv' };

export const refused = (
  name: string,
  call: string,
  body: unknown,
  targets: readonly (string | null)[],
): HouseScenario => ({
  name,
  call,
  as: 'engineer',
  status: 422,
  code: 'InvalidCarbonCalculationRequest',
  targets,
  ...(body === undefined ? {} : { body }),
});

/** A data set of ILCD+EPD whose A4 has two scenarios and no default; `near`: what the second one declares. */
export const scenarioProcess = (near: number): object => ({
  processInformation: {
    dataSetInformation: { UUID: 'p-7', name: { baseName: [{ value: 'Scenario brick', lang: 'en' }] } },
    quantitativeReference: { referenceToReferenceFlow: [0] },
  },
  exchanges: {
    exchange: [
      {
        dataSetInternalID: 0,
        referenceFlow: true,
        resultingAmount: 1,
        flowProperties: [{ uuid: '93a60a56-a3c8-22da-a746-0800200c9a66', referenceFlowProperty: true, meanValue: 1 }],
      },
    ],
  },
  LCIAResults: {
    LCIAResult: [
      {
        referenceToLCIAMethodDataSet: { refObjectId: '6a37f984-a4b3-458a-a20a-64418c145fa2' },
        other: {
          anies: [
            { module: 'A1-A3', value: '480' },
            { module: 'A4', scenario: 'far', value: '9' },
            { module: 'A4', scenario: 'near', value: String(near) },
          ],
        },
      },
    ],
  },
});

/** Declarations of products. */
export const epdScenarios: readonly HouseScenario[] = [
  {
    name: 'declarations of a table, good and faulty, and the same again',
    call: `POST ${epds}?twinId={twinId}`,
    as: 'engineer',
    body: `${csvHeader}\nNew concrete,1,m3,,,,,2027-12-31,EPD-1,,200,,,,,,,,,,,,,,\nWood,1,,,,,,,,,1,,,,,,,,,,,,,,\nSteel,1,kg,,,,,,,,,,,,,,,,,,,,,,\nGlass,1,kg,,,,,,,,x,,,,,,,,,,,,,,\n`,
    headers: csv,
    status: 200,
    async proves({ body }, { p, engineer, twinId }) {
      assert.deepEqual(body.refused, [
        { name: 'Wood', line: 3, reason: 'The declared unit is missing.' },
        { name: 'Steel', line: 4, reason: 'No module is declared.' },
        { name: 'Glass', line: 5, reason: "The A1-A3 'x' is not a number." },
      ]);
      const [epd] = body.imported;
      const { id, createdOn, source, ...rest } = epd;
      assert.deepEqual(rest, {
        twinId,
        name: 'New concrete',
        declared: { quantity: 1, unit: 'm3' },
        standard: null,
        example: false,
        validUntil: '2027-12-31',
        reference: 'EPD-1',
        createdBy: engineer.email,
      });
      assert.deepEqual([source.format, source.fileName, source.sha256.length], ['CSV', 'CSV', 64]);
      const whole = (await p.call(engineer, `GET ${epds}/${id}`)).body.epd;
      assert.deepEqual(whole, { ...epd, gwp: { 'A1-A3': 200 } });
      assert.match(createdOn, /Z$/);
      const [again, same] = [
        await importCsv({ p, engineer }, twinId, `${concreteRow}\n`),
        await importCsv({ p, engineer }, twinId, `${concreteRow}\n`),
      ];
      assert.deepEqual([again.body.imported.length, again.body.imported[0].id], [1, same.body.imported[0].id]);
    },
  },
  {
    name: 'declarations of the Account, too, by part of their name',
    call: `GET ${epds}?twinId={twinId}&$search=LIGHT&$top=1`,
    as: 'engineer',
    status: 200,
    async proves({ body }, { p, engineer, epd, accountEpd }) {
      const next = (await p.call(engineer, `GET ${body._links.next.href}`)).body;
      const ids = [...body.epds, ...next.epds].map((one: { id: string }) => one.id);
      assert.deepEqual(ids.sort(), [epd, accountEpd].sort());
      assert.equal('gwp' in body.epds[0], false);
      assert.equal(next._links.next, undefined);
    },
  },
  { name: 'a declaration', call: `GET ${epds}/{epd}`, as: 'engineer', status: 200 },
  { name: 'one of the Account', call: `GET ${epds}/{accountEpd}`, as: 'engineer', status: 200 },
  { name: 'one of the Account to be removed', call: `DELETE ${epds}/{accountEpd}`, as: 'engineer', status: 403 },
  { name: 'one of the Account for a stranger', call: `GET ${epds}/{accountEpd}`, as: 'stranger', status: 404 },
  { name: 'an unknown declaration', call: `GET ${epds}/${unknown}`, as: 'engineer', status: 404, code: 'EpdNotFound' },
  {
    name: 'a declaration whose scenarios a person chooses, also when it comes again',
    call: `POST ${epds}?twinId={twinId}`,
    as: 'engineer',
    body: scenarioProcess(3),
    headers: { 'Content-Type': 'application/json' },
    status: 200,
    async proves({ body: { imported } }, { p, engineer, twinId }) {
      const [{ id, warnings }] = imported;
      assert.match(warnings[0], /^Choose a scenario for A4 \(far, near\)/);
      const open = (await p.call(engineer, `GET ${epds}/${id}`)).body.epd;
      assert.deepEqual([open.gwp, open.scenarios[0].module], [{ 'A1-A3': 480 }, 'A4']);
      const choose = (choices: unknown) => p.call(engineer, `PUT ${epds}/${id}/scenarios`, { body: { choices } });
      const { epd } = (await choose([{ module: 'A4', scenario: 'near' }])).body;
      assert.deepEqual([epd.gwp, epd.warnings], [{ 'A1-A3': 480, A4: 3 }, undefined]);
      const wrong = await choose([{ module: 'A4', scenario: 'nowhere' }]);
      assert.deepEqual([wrong.status, wrong.body.error.details[0].target], [422, 'choices[0]']);
      const headers = { 'Content-Type': 'application/json' };
      const again = await p.call(engineer, `POST ${epds}?twinId=${twinId}`, { body: scenarioProcess(4), headers });
      const newer = (await p.call(engineer, `GET ${epds}/${again.body.imported[0].id}`)).body.epd;
      assert.deepEqual([newer.gwp, newer.scenarios[0].chosen], [{ 'A1-A3': 480, A4: 4 }, 'near']);
      assert.deepEqual((await choose([])).body.epd.gwp, { 'A1-A3': 480 });
    },
  },
  {
    name: 'no scenarios of a declaration without any',
    call: `PUT ${epds}/{epd}/scenarios`,
    as: 'engineer',
    body: { choices: [] },
    status: 200,
  },
  refused('scenarios that are none', `PUT ${epds}/{epd}/scenarios`, { choices: [{ module: 'A9', scenario: 'x' }] }, [
    'choices[0].module',
  ]),
  {
    name: 'a declaration that a reviewed mapping names',
    call: `DELETE ${epds}/{epd}`,
    as: 'engineer',
    status: 409,
    code: 'DataConflict',
  },
  {
    name: 'a declaration that a draft names, which cannot be reviewed any more',
    call: `DELETE ${epds}/{freeEpd}`,
    as: 'engineer',
    status: 204,
    async proves(_answer, { p, engineer, freeEpd, draft }) {
      assert.equal((await p.call(engineer, `DELETE ${epds}/${freeEpd}`)).status, 404);
      const { status, body } = await p.call(engineer, `POST ${mappings}/${draft}/review`, { body: { version: 1 } });
      const [{ code, target }] = body.error.details;
      assert.deepEqual([status, code, target], [422, 'InvalidChange', 'materials[0].epdId']);
    },
  },
  {
    ...refused('what is no declaration', `POST ${epds}?twinId={twinId}`, 'hello', [null]),
    headers: csv,
    proves: ({ body: { error } }) => assert.match(error.details[0].message, /neither openEPD/),
  },
  refused('declarations of no twin', `POST ${epds}`, undefined, ['twinId']),
  refused('a list of no twin', `GET ${epds}?$top=0`, undefined, ['twinId', '$top']),
];
