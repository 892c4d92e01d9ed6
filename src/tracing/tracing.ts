import { hostname } from 'node:os';
import {
  type Context,
  DiagLogLevel,
  defaultTextMapGetter,
  defaultTextMapSetter,
  diag,
  SpanKind as OpenKind,
  type Span as OpenSpan,
  type Tracer as OpenTracer,
  ROOT_CONTEXT,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { TracingSettings } from '../config/tracing-settings.ts';
import type { Facts, Span, SpanKind, Tracer } from '../kernel/tracing/span.ts';
import { messageOf } from '../std/errors.ts';
import type { Log } from '../std/log.ts';
import { within } from '../std/within.ts';

export interface Tracing {
  readonly tracer: Tracer;
  /** Sends what is left, as far as the receiver takes it in time. */
  close(): Promise<void>;
}

/** A receiver that does not answer must not keep a stop waiting. */
const lastWordsMs = 3000;

/** Traces as OpenTelemetry has them, sent by OTLP over HTTP in batches. Its libraries are loaded by who wants them. */
export async function openTracing({ protocol, batch, ...sampling }: TracingSettings, log: Log): Promise<Tracing> {
  tellFaults(log);
  const usual = { 'service.name': 'twin-platform', 'host.name': hostname(), 'process.pid': process.pid };
  const provider = new TracerProvider({
    resource: resourceFromAttributes(usual).merge(detectResources({ detectors: [envDetector] })),
    sampler: samplerOf(sampling),
    spanProcessors: [new BatchSpanProcessor({ exporter: await exporterOf(protocol), ...given(batch) })],
  });
  const tracer = provider.getTracer('twin-platform');
  return {
    tracer: {
      begin(name, kind, facts, headers = {}) {
        return spanOf(tracer, propagator.extract(ROOT_CONTEXT, headers, defaultTextMapGetter), { name, kind, facts });
      },
    },
    close: () =>
      within(
        lastWordsMs,
        provider.shutdown().catch(() => {}),
      ),
  };
}

const propagator = new W3CTraceContextPropagator();
const kinds = { server: OpenKind.SERVER, client: OpenKind.CLIENT, consumer: OpenKind.CONSUMER } as const;

function spanOf(
  tracer: OpenTracer,
  parent: Context,
  { name, kind, facts }: { readonly name: string; readonly kind: SpanKind; readonly facts: Facts },
): Span {
  const span: OpenSpan = tracer.startSpan(name, { kind: kinds[kind], attributes: facts }, parent);
  const context = trace.setSpan(parent, span);
  return {
    child: (childName, childKind, childFacts) =>
      spanOf(tracer, context, { name: childName, kind: childKind, facts: childFacts }),
    rename: (newName) => void span.updateName(newName),
    add: (more) => void span.setAttributes(more),
    end(error) {
      if (error !== undefined) span.setStatus({ code: SpanStatusCode.ERROR, message: messageOf(error) });
      span.end();
    },
    sampled: (span.spanContext().traceFlags & TraceFlags.SAMPLED) !== 0,
    get headers() {
      const headers: Record<string, string> = {};
      propagator.inject(context, headers, defaultTextMapSetter);
      return headers;
    },
  };
}

function samplerOf({ sampler, ratio }: Pick<TracingSettings, 'sampler' | 'ratio'>): Sampler {
  const own: Record<string, () => Sampler> = {
    always_on: () => new AlwaysOnSampler(),
    always_off: () => new AlwaysOffSampler(),
    traceidratio: () => new TraceIdRatioBasedSampler(ratio),
  };
  const root = own[sampler.replace(/^parentbased_/, '')]?.() ?? new AlwaysOnSampler();
  return sampler.startsWith('parentbased_') ? new ParentBasedSampler({ root }) : root;
}

async function exporterOf(protocol: TracingSettings['protocol']): Promise<SpanExporter> {
  const { OTLPTraceExporter } =
    protocol === 'http/json'
      ? await import('@opentelemetry/exporter-trace-otlp-http')
      : await import('@opentelemetry/exporter-trace-otlp-proto');
  return new OTLPTraceExporter();
}

/** Without members that are undefined: they would take the place of the library's own. */
const given = (batch: TracingSettings['batch']): Partial<Record<keyof TracingSettings['batch'], number>> =>
  Object.fromEntries(Object.entries(batch).filter(([, value]) => value !== undefined));

/** A receiver that is away is told once, and again when something else is wrong. */
function tellFaults(log: Log): void {
  let told = '';
  const tell = (message: string, ...more: unknown[]) => {
    const fault = [message, ...more.map(messageOf)].join(' ').slice(0, 500);
    if (fault !== told) log.warn({ fault }, 'Traces were not sent.');
    told = fault;
  };
  const silent = () => {};
  diag.setLogger(
    { error: tell, warn: tell, info: silent, debug: silent, verbose: silent },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
}
