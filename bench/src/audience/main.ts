import { serve } from '../process/serve.ts'
import { Reader } from './reader.ts'
import { type Arrival, arrivalsOf, type Write, writesOf } from './tape.ts'

/** The process of all viewers. The first of each group of them is its witness and stores what it receives. */

const OPENED_AT_ONCE = 50

export interface Heard {
  /** Of all viewers. */
  bytes: number
  /** How many changes each viewer was sent. */
  changes: number[]
  /** How many streams were ended in the meantime. */
  ended: number
  /** What each witness was sent. */
  tapes: Write[][]
  /** The changes that the witnesses were sent. */
  arrivals: Arrival[]
}

let readers: Reader[] = []
let witnesses: Reader[] = []
let begunAt = 0

const handlers = {
  /** Opens a stream by each request. @param input.witnesses which of them keep what they are sent */
  async open(input: { port: number; requests: readonly string[]; witnesses: readonly number[] }): Promise<void> {
    const keeping = new Set(input.witnesses)
    readers = input.requests.map((_request, index) => new Reader(keeping.has(index)))
    witnesses = readers.filter((_reader, index) => keeping.has(index))
    for (let first = 0; first < readers.length; first += OPENED_AT_ONCE) {
      const some = readers.slice(first, first + OPENED_AT_ONCE)
      await Promise.all(some.map((reader, index) => reader.open(input.port, input.requests[first + index] ?? '')))
    }
  },
  begin(_: undefined): void {
    for (const reader of readers) reader.begin()
    begunAt = performance.timeOrigin + performance.now()
  },
  bytes: totalBytes,
  end(_: undefined): Heard {
    const tapes = witnesses.map(({ tape }) => writesOf(tape, begunAt))
    return {
      bytes: totalBytes(),
      changes: readers.map((reader) => reader.changes),
      ended: readers.filter((reader) => reader.closed).length,
      tapes,
      arrivals: tapes.flatMap((tape) => arrivalsOf(tape, begunAt)),
    }
  },
  close(_: undefined): void {
    for (const reader of readers) reader.close()
  },
}

function totalBytes(_?: undefined): number {
  return readers.reduce((sum, reader) => sum + reader.bytes, 0)
}

export type AudienceHandlers = typeof handlers

serve(handlers)
