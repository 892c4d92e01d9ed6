import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { follow } from './job-stream.ts';
import { isUnderWay, type Job } from './jobs.ts';

/** Browsers open six connections to a server; the rest of the console needs some. */
const streamsAtMost = 3;
let streams = 0;

/** A job as the server last told it: by its stream while it runs, otherwise by the list. */
export function useLiveJob(job: Job): Job {
  const client = useQueryClient();
  const [told, tell] = useState<Job>();
  const running = job.state === 'Running';
  const { id } = job;
  useEffect(() => {
    if (!running || streams >= streamsAtMost) return;
    streams++;
    const stop = new AbortController();
    follow(id, tell, stop.signal)
      .then(() => client.invalidateQueries({ queryKey: ['jobs'] }))
      .catch(() => {}) // the list is read again and again besides
      .finally(() => streams--);
    return () => stop.abort();
  }, [id, running, client]);
  return told && isNewer(told, job) ? told : job;
}

/** The list may be older than the stream, or newer when a job was tried again. */
const isNewer = (told: Job, listed: Job): boolean =>
  told.attempt > listed.attempt ||
  (told.attempt === listed.attempt && isUnderWay(listed) && (told.done >= listed.done || !isUnderWay(told)));
