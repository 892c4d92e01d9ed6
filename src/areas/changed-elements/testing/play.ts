import { rowPlayer, type Scenario } from '../../../../test/support/scenarios.ts';
import { type Cast, castOf, peopleOf } from './cast.ts';

export type Row = Scenario<Cast>;

export const playRows = rowPlayer(peopleOf, castOf);
