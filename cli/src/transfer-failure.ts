import {
  Away,
  DigestDiffers,
  FileExists,
  JobFailed,
  Refused,
  SourceChanged,
  UploadRunning,
  WrongPath,
} from '../../client/src/node.ts';
import { reasonOf } from './body.ts';
import { exits, Failure, wrongCall } from './failure.ts';
import type { Io } from './io.ts';
import { unreachable } from './oauth.ts';
import { refusalFrom } from './refusal.ts';
import { harmless } from './text.ts';

/** What ended a transfer or a wait, as the tool tells it. */
export function failureFrom(error: unknown, io: Io, url: string): unknown {
  if (error instanceof Failure) return error;
  if (io.interrupted.aborted) return new Failure(exits.interrupted, 'Interrupted.');
  if (error instanceof Refused) return refusalFrom(error);
  if (error instanceof JobFailed) return jobFailure(error);
  if (error instanceof Away || error instanceof TypeError) return awayFrom(error, url);
  if (error instanceof WrongPath) return wrongCall(error.message);
  const isRejected = [DigestDiffers, FileExists, SourceChanged, UploadRunning].some((one) => error instanceof one);
  if (isRejected && error instanceof Error) return new Failure(exits.rejected, error.message);
  if (error instanceof Error && 'syscall' in error) return ofDisk(error);
  return error;
}

export function jobFailure({ job, message }: JobFailed): Failure {
  return new Failure(exits.jobFailed, harmless(message), { lines: [`  job ${job.id}`] });
}

function awayFrom(error: unknown, url: string): unknown {
  const cause = error instanceof Away ? error.cause : error;
  const within = cause instanceof Error ? cause.cause : undefined;
  if (within instanceof Failure) return within;
  if (cause instanceof Refused) return refusalFrom(cause);
  return error instanceof Away || within !== undefined ? unreachable(url, cause) : error;
}

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  ENOSPC: 'the disk is full',
  ENOTDIR: 'a part of the path is no folder',
  EEXIST: 'something else has this name',
};

function ofDisk(error: Error): Failure {
  const path = 'path' in error ? error.path : undefined;
  const code = 'code' in error ? error.code : undefined;
  const reason = reasons[String(code)] ?? reasonOf(error);
  return wrongCall(`${typeof path === 'string' ? path : 'The file'}: ${reason}.`);
}
