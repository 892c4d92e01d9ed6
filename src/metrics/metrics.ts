import { AggregatorRegistry, collectDefaultMetrics, Histogram, Gauge as PrometheusGauge, Registry } from 'prom-client';
import type { Endpoint } from '../api/http/endpoint.ts';
import type { Gauge } from '../std/gauge.ts';

/** What Prometheus reads of this process. */
export interface Metrics {
  /** To be told of each answer of an operation. */
  answered(endpoint: Pick<Endpoint, 'id'>, status: number, code: string | undefined, ms: number): void;
  watch(figures: readonly Gauge[]): void;
  /** In the text format 0.0.4. */
  text(): Promise<string>;
}

/** In seconds: reads take less than a millisecond, uploads and comparisons minutes. */
const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60];

/** The figures of this process; its library is loaded by who wants them. */
export function openMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'twin_request_duration_seconds',
    help: 'Time from the first byte of a request to its answer, by operation and status.',
    labelNames: ['operation', 'status'],
    buckets,
    registers: [registry],
  });
  letPrimaryAsk(registry);
  return {
    answered: ({ id }, status, _code, ms) => requests.observe({ operation: id, status }, ms / 1000),
    watch(figures) {
      for (const figure of figures) gaugeOf(figure, registry);
    },
    text: () => registry.metrics(),
  };
}

/** Where several processes share a port, the first asks the others for theirs and adds them up. */
function letPrimaryAsk(registry: Registry): void {
  AggregatorRegistry.setRegistries([registry]);
  new AggregatorRegistry();
}

/** The figures of the installation, and the sums over the processes that this one has started. */
export function metricsOfWorkers(figures: readonly Gauge[]): () => Promise<string> {
  const own = new Registry();
  for (const figure of figures) if (figure.of === 'installation') gaugeOf(figure, own);
  const workers = new AggregatorRegistry();
  return async () => `${await workers.clusterMetrics()}\n${await own.metrics()}`;
}

function gaugeOf({ name, help, labels = [], read }: Gauge, registry: Registry): void {
  new PrometheusGauge({
    name,
    help,
    labelNames: [...labels],
    registers: [registry],
    async collect() {
      this.reset(); // a figure that cannot be read is left out: what is left is wanted most while something is away
      if (labels.length === 0) this.remove(); // it would be 0
      const readings = await Promise.resolve(read()).catch(() => []);
      for (const { labels: of = {}, value } of readings) this.set(of, value);
    },
  });
}
