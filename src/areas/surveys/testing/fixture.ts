import type { Person, Platform } from '../../../../test/support/platform.ts';

export const api = '/surveys/coordinate-systems';

/** Whoever is signed in may ask; of nothing here it matters who. */
export interface People {
  readonly p: Platform;
  readonly surveyor: Person;
}

export const peopleOf = async (p: Platform): Promise<People> => ({ p, surveyor: await p.person() });
export const fixtureOf = async (people: People): Promise<People> => people;
