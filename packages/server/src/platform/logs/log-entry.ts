import { type LevelName, levelName, NO_PART, readLineFacts } from './line-facts.ts'

/** A line as calls answer it. */
export interface LogEntry {
  /** Where it begins in its file, in bytes, unpacked. */
  offset: number
  time: string
  level: LevelName
  part: string
  message: string
  /** All else that it has. */
  fields: Record<string, unknown>
}

/** @param text a line without its end; what is no JSON is the message itself */
export function toEntry(text: string, offset: number): LogEntry {
  const line = parse(text)
  const { level, time, part, msg, ...fields } = line
  return {
    offset,
    time: new Date(typeof time === 'number' ? time : 0).toISOString(),
    level: levelName(typeof level === 'number' ? level : 50),
    part: typeof part === 'string' ? part : NO_PART,
    message: typeof msg === 'string' ? msg : '',
    fields,
  }
}

function parse(text: string): Record<string, unknown> {
  try {
    const line: unknown = JSON.parse(text)
    if (typeof line === 'object' && line !== null) return line as Record<string, unknown>
  } catch {
    // A line that was cut off with its process.
  }
  return { level: 50, msg: text }
}

/** Which lines are wanted; undefined for all. */
export interface LineFilter {
  levels?: readonly LevelName[] | undefined
  parts?: readonly string[] | undefined
}

/** Decides by the beginning of a line. */
export function matchesFilter(bytes: Buffer, from: number, to: number, { levels, parts }: LineFilter): boolean {
  if (levels === undefined && parts === undefined) return true
  const { level, part } = readLineFacts(bytes, from, to)
  return (levels?.includes(levelName(level)) ?? true) && (parts?.includes(part) ?? true)
}
