type Labels = Readonly<Record<string, string | number | undefined>>

export interface MetricSample {
  name: string
  labels: Labels
  value: number
}

/** What one scrape of the process has found. */
export class MetricSamples {
  readonly #byName: Map<string, MetricSample[]>
  /** How many there are: the series of a scraper. */
  readonly count: number

  constructor(samples: readonly MetricSample[]) {
    this.#byName = Map.groupBy(samples, ({ name }) => name)
    this.count = samples.length
  }

  /** The sum of those with the labels; undefined where there is none, which is not 0. */
  sum(name: string, labels: Readonly<Record<string, string>> = {}): number | undefined {
    const found = this.#with(name, labels)
    return found.length === 0 ? undefined : found.reduce((sum, { value }) => sum + value, 0)
  }

  /** Cumulative counts of a histogram by the upper bounds of its buckets, whatever its other labels; in order, Infinity last. */
  buckets(name: string): ReadonlyMap<number, number> {
    const counts = new Map<number, number>()
    for (const { labels, value } of this.#with(`${name}_bucket`, {})) {
      const bound = labels.le === '+Inf' ? Number.POSITIVE_INFINITY : Number(labels.le)
      counts.set(bound, (counts.get(bound) ?? 0) + value)
    }
    return new Map([...counts].sort(([one], [other]) => one - other))
  }

  #with(name: string, labels: Readonly<Record<string, string>>): MetricSample[] {
    const samples = this.#byName.get(name) ?? []
    return samples.filter((sample) => Object.entries(labels).every(([label, word]) => sample.labels[label] === word))
  }
}
