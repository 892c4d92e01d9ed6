import { type EventSourceMessage, EventSourceParserStream } from 'eventsource-parser/stream';
import { requestOf } from './client.ts';

/** The events of a stream of the server, until it ends. Rejects when it breaks. `last`: goes on behind that event. */
export async function* eventsOf(path: string, signal: AbortSignal, last?: string): AsyncGenerator<EventSourceMessage> {
  const headers = { Accept: 'text/event-stream', ...(last ? { 'Last-Event-ID': last } : {}) };
  const response = await requestOf(path, { headers, signal });
  const events = response.body?.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream());
  if (events) yield* events;
}
