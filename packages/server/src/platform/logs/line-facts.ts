const QUOTE = 34
/** `{"level":` */
const LEVEL_AT = 9
const TIME = ',"time":'
const PART = ',"part":"'
/** The part of lines that name none. */
export const NO_PART = 'server'

/** What a line begins with. */
export interface LineFacts {
  /** pino's number; that of an error where the line is not one of pino. */
  level: number
  /** Unix ms; 0 where the line has none. */
  time: number
  part: string
}

/** Reads the beginning of a line without parsing all of it. @param from, to the line in the bytes, without its end */
export function readLineFacts(bytes: Buffer, from: number, to: number): LineFacts {
  const head = bytes.toString('latin1', from, Math.min(to, from + 200))
  const level = Number.parseInt(head.slice(LEVEL_AT, LEVEL_AT + 2), 10)
  const timeAt = head.indexOf(TIME)
  const time = timeAt < 0 ? 0 : Number.parseInt(head.slice(timeAt + TIME.length, timeAt + TIME.length + 15), 10)
  return { level: Number.isNaN(level) ? 50 : level, time: Number.isNaN(time) ? 0 : time, part: partOf(head) }
}

/** Loggers made from others repeat the field; the last one counts. */
function partOf(head: string): string {
  let at = head.indexOf(PART)
  let part = NO_PART
  while (at >= 0) {
    const end = head.indexOf('"', at + PART.length)
    if (end < 0) return part
    part = head.slice(at + PART.length, end)
    at = head.charCodeAt(end) === QUOTE && head.startsWith(PART, end + 1) ? end + 1 : -1
  }
  return part
}

export const levelNames = ['error', 'warning', 'info', 'debug'] as const
export type LevelName = (typeof levelNames)[number]

export function levelName(level: number): LevelName {
  if (level >= 50) return 'error'
  if (level >= 40) return 'warning'
  return level >= 30 ? 'info' : 'debug'
}
