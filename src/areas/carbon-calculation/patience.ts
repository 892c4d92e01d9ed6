/** A request does not wait longer for its engine. */
export const patienceMs = 120_000;
