import { readJson } from '../../std/json.ts';

export const valueIn = <T>(text: Parameters<typeof readJson<T>>[0] | null): T | null =>
  text === null ? null : readJson(text);
