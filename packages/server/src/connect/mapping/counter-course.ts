import { counterPace } from '../../telemetry/index.ts'
import { type Total, unrolled } from './unrolled.ts'

/** So many readings say how fast the counter goes, and may be passed by a late one. */
const READINGS = 16

/** The newest totals of one counter that wraps. */
export class CounterCourse {
  /** In time order. */
  readonly #totals: Total[] = []
  #storedPace = () => 0

  /** @param storedPace how fast the counter went on by what is stored, per ms, for readings before which this process has seen no step */
  usePace(storedPace: () => number): void {
    this.#storedPace = storedPace
  }

  /** The total behind a reading, which may be older than others. @param at Unix ms */
  totalOf(raw: number, rolloverAt: number, at: number): number {
    if (raw > rolloverAt) return raw
    const again = this.#totals.find((total) => total.at === at && total.value % rolloverAt === raw % rolloverAt)
    if (again !== undefined) return again.value
    const before = this.#totals.findLast((total) => total.at <= at)
    if (before !== undefined) return unrolled(raw, rolloverAt, before, at, () => this.#pace())
    const [after] = this.#totals
    return after === undefined ? raw : totalBelow(raw, rolloverAt, after.value)
  }

  add(at: number, value: number): void {
    const place = this.#totals.findLastIndex((total) => total.at <= at) + 1
    this.#totals.splice(place, 0, { at, value })
    if (this.#totals.length > READINGS) this.#totals.shift()
  }

  /** Adds a total that came in another way, unless it is older than what is known. */
  addNewer(at: number, value: number): void {
    const newest = this.#totals.at(-1)
    if (newest === undefined || at > newest.at) this.add(at, value)
  }

  /** How fast the counter went on at most, per ms. */
  #pace(): number {
    const seen = this.#totals.reduce((most, total, place) => {
      const before = this.#totals[place - 1]
      return before === undefined ? most : Math.max(most, counterPace(before, total))
    }, 0)
    return seen > 0 ? seen : this.#storedPace()
  }
}

/** The total behind a reading that is older than all that are known: it lies below them. */
function totalBelow(raw: number, rolloverAt: number, total: number): number {
  const same = total - (total % rolloverAt) + raw
  return same > total && same >= rolloverAt ? same - rolloverAt : same
}
