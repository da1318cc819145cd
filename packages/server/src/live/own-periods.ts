import { type LatestValues, MINUTE_MS } from '../telemetry/index.ts'
import type { LiveMachine } from './live-machine.ts'
import type { MachineEntry } from './machines.ts'
import type { MinuteRing } from './minute-ring.ts'

type Periods = NonNullable<MachineEntry['periodsOfOthers']>

interface OwnView {
  version: number
  entry: MachineEntry
  machine: LiveMachine
}

const views = new WeakMap<LiveMachine, OwnView>()
const owned = new WeakSet<LiveMachine>()

/** Whether it is what `asOwned` has made of another one. */
export function isOwned(machine: LiveMachine): boolean {
  return owned.has(machine)
}

/**
 * A machine as its customer sees it: without what it did for another customer before (decision 0161). It is the machine itself unless it has changed hands.
 */
export function asOwned(machine: LiveMachine): LiveMachine {
  const { entry, version } = machine
  if (entry.periodsOfOthers === null || isOwned(machine)) return machine
  const known = views.get(machine)
  if (known?.version === version && known.entry === entry) return known.machine
  // What is not set here is that of the machine itself. The view stays the same object, so that whoever compares versions may remember what came of it.
  const view: LiveMachine = known?.machine ?? Object.create(machine)
  const values = machine.values && valuesWithin(machine.values, entry.periodsOfOthers)
  Object.assign(view, {
    values,
    online: values === undefined ? null : machine.online,
    ring: ringWithin(machine.ring, entry.periodsOfOthers),
  })
  views.set(machine, { version, entry, machine: view })
  owned.add(view)
  return view
}

/** Whether a part of a stretch is another customer's. @param to exclusive but for an instant, which is a stretch without length */
function isOfAnother(periods: Periods, from: number, to = from): boolean {
  return periods.some((period) => from < period[1] && (to > period[0] || (to === from && to === period[0])))
}

/** @returns the ring itself where the periods of others were over before its time */
function ringWithin(ring: MinuteRing, periods: Periods): MinuteRing {
  if (periods.every(([, to]) => to <= ring.oldest)) return ring
  return ring.without((at) => isOfAnother(periods, at, at + MINUTE_MS))
}

/** @returns undefined where nothing was heard in a time of the present customer */
function valuesWithin(values: LatestValues, periods: Periods): LatestValues | undefined {
  const isOwn = (at: number | null) => at === null || !isOfAnother(periods, at)
  if (!isOwn(values.at)) return undefined
  const { speedAt, temperatureAt, humidityAt, positionAt, totalAt, rejectsAt, dataAt, readingTimes, stateSince } =
    values
  const readings = Object.entries(values.machineData).filter(([name]) => isOwn(readingTimes.get(name) ?? dataAt))
  const begun = periods.find(([from, to]) => stateSince !== null && stateSince >= from && stateSince < to)
  return {
    ...values,
    // A state that goes on is the customer's from the first moment on.
    stateSince: begun?.[1] ?? stateSince,
    machineData: Object.fromEntries(readings),
    ...(isOwn(totalAt) ? {} : { totalCycles: null }),
    ...(isOwn(rejectsAt) ? {} : { totalRejects: null }),
    ...(isOwn(speedAt) ? {} : { cyclesPerMin: null }),
    ...(isOwn(temperatureAt) ? {} : { temperature: null }),
    ...(isOwn(humidityAt) ? {} : { humidity: null }),
    ...(isOwn(positionAt) ? {} : { latitude: null, longitude: null }),
  }
}
