let last = 0;

/** A key for a line of a form. */
export const newKey = (): string => `line ${++last}`;
