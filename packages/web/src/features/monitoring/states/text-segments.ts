import type { MachineDetails, TextIntervals } from '@packhouse/contract'
import { compareNames } from '../../../lib/format/order.ts'
import type { TimeSpan } from '../window/time-span.ts'

/** A stretch with one text; null where none is known. */
export interface TextSegment extends TimeSpan {
  text: string | null
}

/**
 * The intervals of a response, cut to the span and to now. The last text goes on as long as the machine is heard.
 * @param heardUntil until when its newest record speaks for the machine, Unix ms
 */
export function textSegments(
  answer: TextIntervals,
  { span, now, heardUntil }: { span: TimeSpan; now: number; heardUntil: number },
): TextSegment[] {
  const end = Math.min(span.to, now)
  const segments: TextSegment[] = []
  const add = (text: string | null, from: number, to: number) => {
    const next = { text, from: Math.max(from, span.from), to: Math.min(to, end) }
    if (next.to > next.from) segments.push(next)
  }
  const known = answer.intervals.map(({ text, from, to }) => ({ text, from: Date.parse(from), to: Date.parse(to) }))
  const last = known.at(-1)
  if (last && last.text !== null && last.to === Date.parse(answer.to)) last.to = Math.max(last.to, heardUntil)
  add(null, span.from, known[0]?.from ?? end)
  for (const { text, from, to } of known) add(text, from, to)
  if (last) add(null, last.to, end)
  return joined(segments)
}

function joined(segments: readonly TextSegment[]): TextSegment[] {
  const found: TextSegment[] = []
  for (const segment of segments) {
    const last = found.at(-1)
    if (last?.text === segment.text) last.to = segment.to
    else found.push(segment)
  }
  return found
}

/** The readings of a machine that are texts. */
export function textTags({ machineData }: Pick<MachineDetails, 'machineData'>): string[] {
  return Object.keys(machineData)
    .filter((tag) => typeof machineData[tag] === 'string')
    .sort(compareNames)
}

/** The reading that is shown: the chosen one, or the recipe, or the first. */
export function shownTag(tags: readonly string[], chosen: string | undefined): string | undefined {
  if (chosen !== undefined) return chosen
  return tags.find((tag) => tag.toLowerCase() === 'recipe') ?? tags[0]
}
