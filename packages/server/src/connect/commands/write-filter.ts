import { MACHINE_LEVEL } from '@packhouse/contract'

const LEVEL = '[^/+#\\u0000-\\u001f]{1,128}'
/** Where machines that speak our topics listen for what is written to them. */
const OWN = new RegExp(`^packhouse/(?:${LEVEL}|\\+)/commands(?:/(?:#|(?:${LEVEL}|\\+)(?:/#)?))?$`)

/** Whether a filter is for values that are written to machines under the topics of the product. */
export function isOwnWriteFilter(filter: string): boolean {
  return OWN.test(filter)
}

/** Whether a filter is for what is written to the topic of a tag map, be it of one machine or of all. */
export function isFilterOf(writeTopic: string, filter: string): boolean {
  const levels = writeTopic.split('/')
  const wanted = filter.split('/')
  return (
    wanted.length === levels.length &&
    levels.every((level, place) => {
      const given = wanted[place] ?? ''
      if (given === level && level !== MACHINE_LEVEL) return true
      if (!level.includes(MACHINE_LEVEL)) return false
      return given === '+' || matchesName(level, given)
    })
  )
}

/** A level in which the machine is named, such as `cmd-{machineID}`. */
function matchesName(level: string, given: string): boolean {
  const [before = '', after = ''] = level.split(MACHINE_LEVEL)
  const isLong = given.length > before.length + after.length
  return isLong && given.startsWith(before) && given.endsWith(after) && !/[+#]/.test(given)
}
