import type { Batch, BatchResult } from './batch-writer.ts'
import { type Item, type RecordSource, recordSources } from './ingest-item.ts'

/** What became of records and messages. */
export const recordOutcomes = ['stored', 'duplicate', 'conflict', 'refused'] as const
export type RecordOutcome = (typeof recordOutcomes)[number]
export type SourceCounts = Readonly<Record<RecordSource, Record<RecordOutcome, number>>>

/** Counts what became of records by the way on which they came. A batch of one source, the usual one, costs nothing by record. */
export class SourceCounters {
  readonly counts: SourceCounts = noCounts()
  #usual: RecordSource = 'mqtt'
  readonly #others = new Map<object, RecordSource>()

  /** Takes note of where the items of the next batch come from. */
  read(batch: readonly Item[]): void {
    this.#others.clear()
    this.#usual = batch[0]?.source ?? this.#usual
    for (const item of batch) if (item.source !== this.#usual) this.#others.set(contentOf(item), item.source)
  }

  /** @param batch what was committed: the batch that was read, or a part of it */
  count({ records, refused }: Batch, { stored, duplicates, conflicts, complements, deferred }: BatchResult): void {
    if (this.#others.size === 0) {
      this.#add(this.#usual, 'stored', stored)
      this.#add(this.#usual, 'duplicate', duplicates.length)
      this.#add(this.#usual, 'conflict', conflicts.length)
      this.#add(this.#usual, 'refused', refused.length)
      return
    }
    const rest = new Set<object>([...duplicates, ...conflicts, ...complements, ...deferred])
    for (const record of records) if (!rest.has(record)) this.#add(this.#sourceOf(record), 'stored', 1)
    for (const record of duplicates) this.#add(this.#sourceOf(record), 'duplicate', 1)
    for (const record of conflicts) this.#add(this.#sourceOf(record), 'conflict', 1)
    for (const message of refused) this.#add(this.#sourceOf(message), 'refused', 1)
  }

  /** Counts a record that could not be stored beside the one of its time. */
  contradicts(source: RecordSource): void {
    this.#add(source, 'conflict', 1)
  }

  #add(source: RecordSource, outcome: RecordOutcome, count: number): void {
    this.counts[source][outcome] += count
  }

  #sourceOf(content: object): RecordSource {
    return this.#others.get(content) ?? this.#usual
  }
}

function contentOf(item: Item): object {
  if ('record' in item) return item.record
  return 'refused' in item ? item.refused : item.held
}

function noCounts(): SourceCounts {
  return Object.fromEntries(
    recordSources.map((source) => [source, Object.fromEntries(recordOutcomes.map((outcome) => [outcome, 0]))]),
  ) as Record<RecordSource, Record<RecordOutcome, number>>
}
