import { integer, oneOf, type Read, urlOf } from './setting.ts';

const samplers = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

/** How traces are kept and sent. Address, headers, certificates and time-outs are read by the exporter itself. */
export interface TracingSettings {
  readonly protocol: 'http/protobuf' | 'http/json';
  readonly sampler: (typeof samplers)[number];
  /** The part of the traces that a sampler by ratio keeps, 0 to 1. */
  readonly ratio: number;
  /** Undefined: as the library has it. */
  readonly batch: {
    readonly scheduledDelayMillis: number | undefined;
    readonly maxQueueSize: number | undefined;
    readonly maxExportBatchSize: number | undefined;
  };
}

/** The usual variables of OpenTelemetry. Traces are on where they say where to; undefined: they are off. */
export function tracingSettings(read: Read): TracingSettings | undefined {
  const web = urlOf('http:', 'https:');
  const exporter = read('OTEL_TRACES_EXPORTER', undefined, oneOf('otlp', 'none'));
  const disabled = read('OTEL_SDK_DISABLED', 'false', oneOf('true', 'false')) === 'true';
  const endpoint =
    read('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', undefined, web) ?? read('OTEL_EXPORTER_OTLP_ENDPOINT', undefined, web);
  if (disabled || exporter === 'none' || (exporter ?? endpoint) === undefined) return undefined;
  const protocol = oneOf('http/protobuf', 'http/json');
  const count = integer(1, 1_000_000_000);
  return {
    protocol:
      read('OTEL_EXPORTER_OTLP_TRACES_PROTOCOL', undefined, protocol) ??
      read('OTEL_EXPORTER_OTLP_PROTOCOL', 'http/protobuf', protocol),
    sampler: read('OTEL_TRACES_SAMPLER', 'parentbased_always_on', oneOf(...samplers)),
    ratio: read('OTEL_TRACES_SAMPLER_ARG', 1, ratio),
    batch: {
      scheduledDelayMillis: read('OTEL_BSP_SCHEDULE_DELAY', undefined, count),
      maxQueueSize: read('OTEL_BSP_MAX_QUEUE_SIZE', undefined, count),
      maxExportBatchSize: read('OTEL_BSP_MAX_EXPORT_BATCH_SIZE', undefined, count),
    },
  };
}

function ratio(text: string): number {
  const value = Number(text);
  if (!(value >= 0 && value <= 1)) throw new Error(`must be a number from 0 to 1, but is '${text}'`);
  return value;
}
