import { integer, oneOf, type Read } from './setting.ts';

export interface TestModeSettings {
  /** Whether test applications work; sandboxes end in time all the same. */
  readonly on: boolean;
  /** Sandboxes of one organization, or of a person without one, at a time. */
  readonly sandboxes: number;
}

export const testModeSettings = (read: Read): TestModeSettings => ({
  on: read('TEST_MODE', 'on', mode) === 'on',
  sandboxes: read('TEST_SANDBOXES', 200, integer(1, 10_000)),
});

const onOrOff = oneOf('on', 'off');

/** A server on one's own desk is another thing: nobody shall believe that this is one. */
function mode(text: string): 'on' | 'off' {
  if (text.toLowerCase() === 'dev') throw new Error("'dev' is not supported by this version; use on or off");
  return onOrOff(text);
}
