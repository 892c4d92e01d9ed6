/** Why a system could not answer: for people, without a host or a credential. */
export class SystemFailure extends Error {}
/** It did not answer in time. */
export class SystemLate extends Error {}
