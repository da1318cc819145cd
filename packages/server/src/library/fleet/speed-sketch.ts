import { FLEET_SPEED_ACCURACY } from '@packhouse/contract'

const RATIO = Math.log1p(FLEET_SPEED_ACCURACY)
/** A speed below counts as none, cycles per minute. */
const SLOWEST = 0.01
/** The bin of such speeds. */
const STANDING = -1_000_000

/** The form in which a sketch is stored: the three lists go together. */
export interface StoredSketch {
  /** In order. */
  bins: number[]
  /** Time in each bin, ms. */
  ms: number[]
  /** What the machine would have made in each bin at its speed, thousandths of a cycle. */
  made: number[]
  /** Running time without a known speed, ms. */
  unknownMs: number
}

/**
 * How long machines ran at which speed. Bins are as wide as a share of their speed, whatever machine it is, so that sketches of any
 * days and machines add up to that of all of them, and a quantile is at most that share away from the exact one. All amounts are whole
 * numbers once stored, so that what was added can be taken away again without a rest.
 */
export class SpeedSketch {
  readonly #bins = new Map<number, { ms: number; made: number }>()
  #unknownMs = 0

  static from(stored: readonly StoredSketch[]): SpeedSketch {
    const sketch = new SpeedSketch()
    for (const one of stored) sketch.merge(one)
    return sketch
  }

  /** Adds time at a speed. @param speed cycles per minute; undefined: unknown */
  add(speed: number | undefined, ms: number): void {
    if (speed === undefined) this.#unknownMs += ms
    else this.#addTo(binOf(speed), ms, (speed * ms) / 60)
  }

  /** Adds another one, or takes it away. @param sign -1 takes away */
  merge({ bins, ms, made, unknownMs }: StoredSketch, sign: 1 | -1 = 1): void {
    this.#unknownMs += sign * unknownMs
    for (const [place, bin] of bins.entries()) this.#addTo(bin, sign * (ms[place] ?? 0), sign * (made[place] ?? 0))
  }

  get knownMs(): number {
    return [...this.#bins.values()].reduce((sum, { ms }) => sum + ms, 0)
  }

  get unknownMs(): number {
    return this.#unknownMs
  }

  get isEmpty(): boolean {
    return this.knownMs === 0 && this.#unknownMs === 0
  }

  /**
   * The speed that the machines were not above for a share of the time.
   * @param share from 0 to 1
   * @returns cycles per minute; null where no speed is known
   */
  quantile(share: number): number | null {
    const wanted = share * this.knownMs
    let reached = 0
    for (const [, { ms, made }] of this.#sorted()) {
      reached += ms
      if (reached >= wanted) return (made / ms) * 60
    }
    return null
  }

  stored(): StoredSketch {
    const rows = this.#sorted()
    return {
      bins: rows.map(([bin]) => bin),
      ms: rows.map(([, { ms }]) => ms),
      made: rows.map(([, { made }]) => Math.round(made)),
      unknownMs: this.#unknownMs,
    }
  }

  #addTo(bin: number, ms: number, made: number): void {
    const amount = this.#bins.get(bin)
    if (amount === undefined) this.#bins.set(bin, { ms, made })
    else {
      amount.ms += ms
      amount.made += made
    }
  }

  #sorted(): [number, { ms: number; made: number }][] {
    return [...this.#bins].filter(([, { ms }]) => ms > 0).sort(([a], [b]) => a - b)
  }
}

function binOf(speed: number): number {
  return speed < SLOWEST ? STANDING : Math.ceil(Math.log(speed) / RATIO)
}
