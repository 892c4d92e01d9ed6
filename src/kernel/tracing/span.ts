import { AsyncLocalStorage } from 'node:async_hooks';

/** What is told of a piece of work; members that are undefined are left out. */
export type Facts = Readonly<Record<string, string | number | undefined>>;

/** Headers by W3C Trace Context: `traceparent` and, where there is one, `tracestate`. */
export type TraceHeaders = Readonly<Record<string, string>>;

/** As OpenTelemetry has them: what answers, what asks, and what takes up what somebody put aside for it. */
export type SpanKind = 'server' | 'client' | 'consumer';

/** A piece of work that is traced: a request, a statement, a job. */
export interface Span {
  /** Begins a piece of this one. */
  child(name: string, kind: SpanKind, facts: Facts): Span;
  rename(name: string): void;
  add(facts: Facts): void;
  /** Ends it, well unless there is an error. */
  end(error?: unknown): void;
  /** Whether it is kept; the others are only passed on. */
  readonly sampled: boolean;
  /** For whoever is asked on its behalf. */
  readonly headers: TraceHeaders;
}

/** Begins traces, or goes on with those that the headers of somebody else name. */
export interface Tracer {
  begin(
    name: string,
    kind: SpanKind,
    facts: Facts,
    headers?: Readonly<Record<string, string | string[] | undefined>>,
  ): Span;
}

const underWay = new AsyncLocalStorage<Span | undefined>();

/** What the caller is a piece of; undefined where nothing is traced. */
export const spanUnderWay = (): Span | undefined => underWay.getStore();

/** Runs work as this span, which ends with it; without a span it is only run. */
export function spanning<T>(span: Span | undefined, work: () => T): T {
  if (span === undefined) return work();
  try {
    const result = underWay.run(span, work);
    if (result instanceof Promise) {
      result.then(
        () => span.end(),
        (error) => span.end(error),
      );
    } else span.end();
    return result;
  } catch (error) {
    span.end(error);
    throw error;
  }
}

/** Runs work as a piece of this span, which goes on after it. */
export const within = <T>(span: Span, work: () => T): T => underWay.run(span, work);

/** The same work as a piece of what is under way now, however late and together with whatever it is run. */
export function kept<A extends unknown[], T>(work: (...args: A) => T): (...args: A) => T {
  const span = underWay.getStore();
  return (...args) => underWay.run(span, work, ...args);
}
