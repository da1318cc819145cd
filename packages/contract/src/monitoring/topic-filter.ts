import { machineIDSchema } from './record.ts'

/** The level that names the machine. */
export const MACHINE_LEVEL = '{machineID}'

/**
 * An MQTT topic filter of at most 15 levels, of which one may be `{machineID}`. Without it the topics are those of one machine: they begin with two
 * levels, the first a name, so that no map reads everything or what brokers say of themselves.
 */
export const TOPIC_FILTER =
  /^((([^+#{}/\s]{1,64}|\+)\/){0,7}\{machineID\}(\/([^+#{}/\s]{1,64}|\+)){0,7}|[^+#{}/\s$.][^+#{}/\s]{0,63}(\/([^+#{}/\s]{1,64}|\+)){1,14})(\/#)?$/

/** Whether the topics that a filter reads name their machine. */
export function namesMachine(filter: string): boolean {
  return filter.split('/').includes(MACHINE_LEVEL)
}

/** What a filter finds in a topic: the level that names the machine, and whether that can be a machineID. */
export interface NamedMachine {
  name: string
  valid: boolean
}

/** Whether a filter reads a topic (MQTT 3.1.1, 4.7). */
export function readsTopic(filter: readonly string[], topic: readonly string[]): boolean {
  for (const [place, wanted] of filter.entries()) {
    if (wanted === '#') return true
    const level = topic[place]
    if (level === undefined) return false
    if (wanted !== '+' && wanted !== MACHINE_LEVEL && wanted !== level) return false
  }
  return topic.length <= filter.length
}

/** The machine that a topic names by a filter; undefined if the topic does not match, or the filter names none. */
export function machineOfTopic(filter: readonly string[], topic: readonly string[]): NamedMachine | undefined {
  const name = readsTopic(filter, topic) ? topic[filter.indexOf(MACHINE_LEVEL)] : undefined
  return name === undefined ? undefined : { name, valid: machineIDSchema.safeParse(name).success }
}
