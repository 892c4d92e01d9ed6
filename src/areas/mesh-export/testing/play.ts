import { rowPlayer, type Scenario } from '../../../../test/support/scenarios.ts';
import { type Cast, settingOf, stageOf } from './cast.ts';

export type Row = Scenario<Cast>;

export const playRows = rowPlayer(settingOf, stageOf);
