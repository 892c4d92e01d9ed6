import sharp from 'sharp';
import { type ScenarioOf, scenarioRunner } from '../../../../test/support/scenarios.ts';
import { type Fixture, fill, fixtureOf, newData, type People, peopleOf } from './fixture.ts';

interface PictureFixture extends Fixture {
  /** `flight/a.tif`, 60 × 40 pixels, taken with the camera upright, and `flight/none.tif`, which is no picture. */
  readonly flight: string;
}

export type PictureScenario = ScenarioOf<PictureFixture>;

async function withFlight(people: People): Promise<PictureFixture> {
  const fixture = await fixtureOf(people);
  const { p, surveyor, twinId } = fixture;
  const flight = await newData(p, surveyor, { twinId, displayName: 'Flight', type: 'CCImageCollection' });
  const blue = sharp({ create: { width: 60, height: 40, channels: 3, background: '#2060c0' } });
  const photo = await blue.withMetadata({ orientation: 6 }).tiff().toBuffer();
  await fill(p, surveyor, flight, { 'flight/a.tif': photo, 'flight/none.tif': 'none' });
  p.takeEvents();
  return { ...fixture, flight };
}

export const runPictureScenarios = scenarioRunner(peopleOf, withFlight, ({ type }) => type);
