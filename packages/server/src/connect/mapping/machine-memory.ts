import type { LatestValues, Readings, TelemetryRecord } from '../../telemetry/index.ts'
import type { Before, CounterName, Measured } from './apply-tag-map.ts'
import { CounterCourse } from './counter-course.ts'

type Known = Pick<Before, 'tags' | 'measured'> & { at: number }
type Courses = Partial<Record<CounterName, CounterCourse>>

const NOTHING: Known = { at: Number.NEGATIVE_INFINITY, tags: {}, measured: {} }

/**
 * What is known of machines whose messages are mapped: it runs ahead of the live values by the records that are not committed
 * yet, so that a counter which wraps twice within one batch is counted twice.
 */
export class MachineMemory {
  readonly #known = new Map<number, Known>()
  /** Of counters that wrap. */
  readonly #courses = new Map<number, Courses>()
  /** Tags that nobody else has: these change in place. */
  readonly #ownTags = new WeakSet<Readings>()

  /**
   * @param values what is committed; @param at time of the readings, Unix ms
   * @param storedPace how much a counter went on per ms in the fastest minute lately, by what is stored: of the time before a start, and of other nodes
   */
  before(
    machineKey: number,
    values: LatestValues | undefined,
    at: number,
    storedPace?: (counter: CounterName) => number,
  ): Before {
    const known = this.#newest(machineKey, values)
    const late = at < known.at
    // An older reading is held against nothing: what is known came after it.
    const { tags, measured } = known
    const courseOf = (counter: CounterName) => {
      const course = this.#courseOf(machineKey, counter, values)
      if (storedPace !== undefined) course.usePace(() => storedPace(counter))
      return course
    }
    return { at, late, courseOf, tags: late ? {} : tags, measured: late ? {} : measured }
  }

  /** Takes a record over. Of one that is older than what is known only its counters are of use. */
  keep(record: TelemetryRecord): void {
    const { machineKey, at, totalCycles, totalRejects, machineData, isPartial } = record
    const courses = this.#courses.get(machineKey)
    if (totalCycles !== undefined) courses?.totalCycles?.add(at, totalCycles)
    if (totalRejects !== undefined) courses?.totalRejects?.add(at, totalRejects)
    const known = this.#known.get(machineKey) ?? NOTHING
    if (at < known.at) return
    this.#known.set(machineKey, {
      at,
      tags:
        isPartial === true && machineData !== undefined
          ? this.#withTags(known.tags, machineData)
          : (machineData ?? known.tags),
      measured: measuredOf(record, known.measured),
    })
  }

  #courseOf(machineKey: number, counter: CounterName, values: LatestValues | undefined): CounterCourse {
    const courses = this.#courses.get(machineKey) ?? {}
    this.#courses.set(machineKey, courses)
    courses[counter] ??= new CounterCourse()
    const course = courses[counter]
    const at = counter === 'totalCycles' ? values?.totalAt : values?.rejectsAt
    const total = values?.[counter]
    if (typeof at === 'number' && typeof total === 'number') course.addNewer(at, total)
    return course
  }

  /** A machine may have thousands of tags of which one has changed: they are copied where there is a new one, or the object is not ours. */
  #withTags(known: Readings, changed: Readings): Readings {
    const isKnown = this.#ownTags.has(known) && Object.keys(changed).every((tag) => Object.hasOwn(known, tag))
    if (isKnown) return Object.assign(known, changed)
    const tags = { ...known, ...changed }
    this.#ownTags.add(tags)
    return tags
  }

  /** Records also come in without a map, and from before the start. */
  #newest(machineKey: number, values: LatestValues | undefined): Known {
    const known = this.#known.get(machineKey) ?? NOTHING
    if (values === undefined || values.at <= known.at) return known
    const newest = { at: values.at, tags: values.machineData, measured: measuredOf(values, known.measured) }
    this.#known.set(machineKey, newest)
    return newest
  }
}

/** What is not reported stays as it was. */
function measuredOf(
  { cyclesPerMin, temperature, humidity }: TelemetryRecord | LatestValues,
  known: Measured,
): Measured {
  return {
    cyclesPerMin: cyclesPerMin === undefined ? (known.cyclesPerMin ?? null) : cyclesPerMin,
    temperature: temperature === undefined ? (known.temperature ?? null) : temperature,
    humidity: humidity === undefined ? (known.humidity ?? null) : humidity,
  }
}
