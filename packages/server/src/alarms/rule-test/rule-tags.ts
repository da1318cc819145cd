import { type AlarmRuleTag, type AlarmRuleType, unitOfName } from '@packhouse/contract'
import type { LiveMachine } from '../../live/index.ts'
import type { Telemetry } from '../../monitoring/area.ts'
import type { LatestValues } from '../../telemetry/index.ts'

/** So many tags and types are offered. */
const OFFERED = 1_000

/** Units of the tags that are fields of a record. */
const units: Readonly<Record<string, string | null>> = {
  temperature: '°C',
  humidity: '%',
  cyclesPerMin: 'cycles/min',
  totalCycles: null,
  totalRejects: null,
}

/** The tags that machines have reported, with the newest value of each; those on most machines first. */
export function tagsOf(machines: readonly LiveMachine[], tagMaps: Telemetry['tagMaps']): AlarmRuleTag[] {
  const found = new Map<string, AlarmRuleTag>()
  for (const machine of machines) {
    if (machine.values === undefined) continue
    const named = tagMaps.unitsOf(machine)
    for (const { tag, value, at } of newestOf(machine.values)) {
      const known = found.get(tag)
      const time = new Date(at).toISOString()
      const unit = tag in units ? (units[tag] ?? null) : (named.get(tag) ?? unitOfReading(tag, value))
      const isNewer = known === undefined || time > known.at
      const newest = isNewer ? { value, at: time, machineID: machine.entry.machineID } : known
      const { machineID } = newest
      const next = { value: newest.value, at: newest.at, machineID }
      found.set(tag, { tag, ...next, unit: known?.unit ?? unit, machines: (known?.machines ?? 0) + 1 })
    }
  }
  const tags = [...found.values()].sort((a, b) => b.machines - a.machines || a.tag.localeCompare(b.tag))
  return tags.slice(0, OFFERED)
}

/** The types that machines have; those of most machines first. */
export function typesOf(machines: readonly LiveMachine[]): AlarmRuleType[] {
  const counts = new Map<string, number>()
  for (const { entry } of machines) {
    const type = entry.configurationId
    if (type !== null) counts.set(type, (counts.get(type) ?? 0) + 1)
  }
  const types = [...counts].map(([type, count]) => ({ type, machines: count }))
  return types.sort((a, b) => b.machines - a.machines || a.type.localeCompare(b.type)).slice(0, OFFERED)
}

/** The unit that the name of a number ends with. */
function unitOfReading(tag: string, value: string | null): string | null {
  return value !== null && Number.isFinite(Number(value)) ? (unitOfName(tag) ?? null) : null
}

interface NewestTag {
  tag: string
  value: string | null
  at: number
}

function newestOf(values: LatestValues): NewestTag[] {
  const fields = [
    { tag: 'temperature', value: values.temperature, at: values.temperatureAt },
    { tag: 'humidity', value: values.humidity, at: values.humidityAt },
    { tag: 'cyclesPerMin', value: values.cyclesPerMin, at: values.speedAt },
    { tag: 'totalCycles', value: values.totalCycles, at: values.totalAt ?? values.at },
    { tag: 'totalRejects', value: values.totalRejects, at: values.rejectsAt ?? values.at },
  ].filter(({ value }) => value !== null)
  const readings = Object.entries(values.machineData).map(([tag, value]) => {
    return { tag, value, at: values.readingTimes.get(tag) ?? values.dataAt }
  })
  return [...fields, ...readings].map(({ tag, value, at }) => {
    return { tag, value: value === null ? null : String(value).slice(0, 100), at: Number.isFinite(at) ? at : values.at }
  })
}
