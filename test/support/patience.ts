/**
 * How long a test waits for a state before it fails, in milliseconds. Only what is broken ever takes so long: a machine
 * may have one core and be busy with something else.
 */
export const patienceMs = 180_000;
