import { HOME_HISTORY_HOURS } from '@packhouse/contract'
import type { LiveMachine } from '../live/index.ts'
import { changedFrom, withEntriesFrom } from './machine-json.ts'

type State = ReturnType<typeof stateSince>

/** What readers of differences were sent last of a machine. */
interface Shown {
  state: State
  /** Who may see a machine depends on its entry alone, so that with another one new readers may have come. */
  entry: LiveMachine['entry']
  /** Of the stream, when it was sent. */
  version: number
}

/** What was shown of each machine, as long as somebody reads differences. */
export type ShownStates = Map<LiveMachine, Shown>

/** A machine that has changed, as the stream sends it: made when the first viewer needs it, and once for all of them. */
export class StreamedChange {
  /** As it is shown: to its customer without what it did for another one. */
  readonly machine: LiveMachine
  readonly #shown: Shown | undefined
  readonly #since: number
  readonly #now: number
  #state: State | undefined
  #whole: string | undefined
  #difference: string | undefined

  /** @param since version after which entries may have changed. @param shown undefined where no difference can be made */
  constructor(machine: LiveMachine, since: number, now: number, shown?: Shown) {
    this.machine = machine
    this.#since = since
    this.#now = now
    this.#shown = shown?.entry === machine.entry ? shown : undefined
  }

  /** Version with which the state was sent that differences refer to; 0 where there is none. */
  get base(): number {
    return this.#shown?.version ?? 0
  }

  get whole(): string {
    this.#whole ??= JSON.stringify(this.#made())
    return this.#whole
  }

  /** Only what is not as it was shown before; whole where nothing was. */
  get difference(): string {
    this.#difference ??= this.#shown === undefined ? this.whole : encodeDifference(this.#shown.state, this.#made())
    return this.#difference
  }

  /** What the next difference refers to; undefined where nobody was sent this change, since then nobody knows it. */
  shownAt(version: number): Shown | undefined {
    const { entry } = this.machine
    return this.#state && { state: this.#state, entry, version }
  }

  #made(): State {
    this.#state ??= stateSince(this.machine, this.#since, this.#now)
    return this.#state
  }
}

/** A machine with the entries that may have changed since a version. */
function stateSince(machine: LiveMachine, since: number, now: number) {
  // A version is a time, but for a clock that was set back since.
  const from = changedFrom(machine, { since, at: since / 1000 <= now ? since / 1000 : 0 })
  const totalCycles = machine.values?.totalCycles ?? null
  return { ...withEntriesFrom(machine, from, HOME_HISTORY_HOURS, now), totalCycles }
}

function encodeDifference(before: State, after: State): string {
  const { machineID } = after
  const fields = Object.entries(after).filter(
    ([name, value]) => name !== 'cycleCounts' && value !== before[name as keyof State],
  )
  const { total, entries } = after.cycleCounts
  // Entries come in the order of time, and those that were shown are of the last two minutes but for a rewritten past.
  const shown = new Map(before.cycleCounts.entries.map(({ time, value }) => [time, value]))
  const changed = entries.filter(({ time, value }) => shown.get(time) !== value)
  const isSame = changed.length === 0 && total === before.cycleCounts.total
  const cycleCounts = isSame ? undefined : { total, entries: changed }
  return JSON.stringify({ machineID, ...Object.fromEntries(fields), cycleCounts })
}
