import { randomBytes } from 'node:crypto';

/** 64 lower-case hex digits. */
export const newSecret = (): string => randomBytes(32).toString('hex');
