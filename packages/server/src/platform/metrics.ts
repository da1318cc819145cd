import {
  Counter,
  collectDefaultMetrics,
  Gauge,
  Histogram,
  type MetricValueWithName,
  type PrometheusContentType,
  Registry,
} from '@prometheus-io/client'
import { MetricSamples } from './metric-samples.ts'

/** Bounds of the durations of requests, seconds: those of OpenTelemetry. */
const REQUEST_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10]
const LOOP_SECONDS = [0.01, 0.1, 0.5, 1]

const ofLoop = {
  /** How exactly the delay of the event loop is measured, ms: a finer one wakes an idle process more often. */
  eventLoopMonitoringPrecision: 50,
  /** How often its utilization is, ms; likewise. */
  eventLoopUtilizationTimeout: 1_000,
  /** No window that moves: it would move on in steps of seconds over all the years by which a clock is set ahead, and nothing else would run. */
  eventLoopUtilizationMaxAgeSeconds: 0,
  eventLoopUtilizationAgeBuckets: 1,
  gcDurationBuckets: LOOP_SECONDS,
}

/**
 * Of the default metrics those that say by their names what they are not: totals that go down, and a type in the name. `promtool check
 * metrics` refuses them, and the resources that a process holds are in others as well.
 */
const MISNAMED = [
  'nodejs_active_resources_total',
  'nodejs_active_handles_total',
  'nodejs_active_requests_total',
  'nodejs_eventloop_utilization_summary',
  'nodejs_eventloop_utilization_histogram',
]

type OwnRegistry = Registry<PrometheusContentType>

let ofProcess: OwnRegistry | undefined

/** What the process itself is like, collected once for all that run in it: it goes on for as long as the process does. */
function processRegistry(): OwnRegistry {
  if (ofProcess === undefined) {
    ofProcess = new Registry()
    collectDefaultMetrics({ register: ofProcess, ...ofLoop })
    for (const name of MISNAMED) ofProcess.removeSingleMetric(name)
  }
  return ofProcess
}

type Name = `packhouse_${string}`
/** Values by the words of one label: words of the code, never of input, so that the series stay few. */
type ByLabel = Readonly<Record<string, number>>

/**
 * What this process reports of itself to Prometheus. Each area registers what it knows when it is created; values are read when
 * somebody asks. No label ever has the name of a machine, a person or a key.
 */
export class Metrics {
  readonly #registry: OwnRegistry = new Registry()
  readonly #registries = [processRegistry(), this.#registry]
  /** Durations of requests by method, route and class of status. */
  readonly requests = this.histogram(
    'http_server_request_duration_seconds',
    'Time from the request to the end of its answer',
    REQUEST_SECONDS,
    ['method', 'route', 'status'],
  )

  readonly version: string

  constructor(version: string) {
    this.version = version
    this.gaugeBy('packhouse_build_info', 'The version that runs', 'version', () => ({ [version]: 1 }))
  }

  get contentType(): string {
    return this.#registry.contentType
  }

  /** A value that goes up and down. @param read undefined where it is not known: then there is no sample, which is not 0 */
  gauge(name: Name, help: string, read: () => number | undefined): void {
    const gauge: Gauge = new Gauge({
      name,
      help,
      registers: [this.#registry],
      collect: () => {
        const value = read()
        if (value === undefined) gauge.remove()
        else gauge.set(value)
      },
    })
  }

  /** Values that go up and down, by one label; those that are not read any more end. */
  gaugeBy(name: Name, help: string, label: string, read: () => ByLabel | Promise<ByLabel>): void {
    const gauge = new Gauge({
      name,
      help,
      labelNames: [label],
      registers: [this.#registry],
      collect: async () => {
        const values = await read()
        gauge.reset()
        for (const [word, value] of Object.entries(values)) gauge.set({ [label]: word }, value)
      },
    })
  }

  /** Totals by several labels, as `counterBy`. */
  countersBy(
    name: Name,
    help: string,
    labelNames: string[],
    read: () => readonly (readonly [Record<string, string>, number])[],
  ): void {
    const counter = new Counter({
      name,
      help,
      labelNames,
      registers: [this.#registry],
      collect: () => {
        counter.reset()
        for (const [labels, value] of read()) counter.inc(labels, value)
      },
    })
  }

  /** Totals since the start of the process that are counted elsewhere. */
  counterBy(name: Name, help: string, label: string, read: () => ByLabel): void {
    const counter = new Counter({
      name,
      help,
      labelNames: [label],
      registers: [this.#registry],
      collect: () => {
        counter.reset()
        for (const [word, value] of Object.entries(read())) counter.inc({ [label]: word }, value)
      },
    })
  }

  /** A total since the start of the process. */
  counter(name: Name, help: string): Pick<Counter, 'inc'> {
    return new Counter({ name, help, registers: [this.#registry] })
  }

  /** Durations. @param seconds upper bounds of its buckets */
  histogram<Label extends string = never>(
    name: Name | 'http_server_request_duration_seconds',
    help: string,
    seconds: number[],
    labelNames: Label[] = [],
  ): Pick<Histogram<Label>, 'observe'> {
    return new Histogram({ name, help, buckets: seconds, labelNames, registers: [this.#registry] })
  }

  /** A total since the start of the process that is counted elsewhere. */
  total(name: Name, help: string, read: () => number): void {
    const counter: Counter = new Counter({
      name,
      help,
      registers: [this.#registry],
      collect: () => {
        counter.reset()
        counter.inc(read())
      },
    })
  }

  /** Everything as `text` has it, for those who compute with it. */
  async samples(): Promise<MetricSamples> {
    const families = await Promise.all(this.#registries.map((registry) => registry.getMetricsAsJSON()))
    return new MetricSamples(
      families
        .flat()
        .flatMap(({ name, values }) =>
          values.map((value: MetricValueWithName<string>) => ({ ...value, name: value.metricName ?? name })),
        ),
    )
  }

  /** Everything in the text format of Prometheus. */
  async text(): Promise<string> {
    return (await Promise.all(this.#registries.map((registry) => registry.metrics()))).join('\n')
  }
}
