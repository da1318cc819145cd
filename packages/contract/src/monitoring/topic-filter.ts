import { machineIDSchema } from './record.ts'

/** The level that names the machine. */
export const MACHINE_LEVEL = '{machineID}'

/** An MQTT topic filter in which exactly one level is `{machineID}`, of at most 15 levels. */
export const TOPIC_FILTER = /^(([^+#{}/\s]{1,64}|\+)\/){0,7}\{machineID\}(\/([^+#{}/\s]{1,64}|\+)){0,7}(\/#)?$/

/** What a filter finds in a topic: the level that names the machine, and whether that can be a machineID. */
export interface NamedMachine {
  name: string
  valid: boolean
}

/** The machine that a topic names by a filter (MQTT 3.1.1, 4.7); undefined if the topic does not match. */
export function machineOfTopic(filter: readonly string[], topic: readonly string[]): NamedMachine | undefined {
  let name: string | undefined
  for (const [place, wanted] of filter.entries()) {
    const level = topic[place]
    if (wanted === '#') break
    if (level === undefined) return undefined
    if (wanted === MACHINE_LEVEL) name = level
    else if (wanted !== '+' && wanted !== level) return undefined
  }
  if (topic.length > filter.length && filter.at(-1) !== '#') return undefined
  return name === undefined ? undefined : { name, valid: machineIDSchema.safeParse(name).success }
}
