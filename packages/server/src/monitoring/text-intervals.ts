import { TEXTS_MAX } from '@packhouse/contract'
import type { HeardTexts } from '../history/index.ts'

/** A time in which a text held, or null where none is known; Unix ms. */
interface TextInterval {
  from: number
  to: number
  text: string | null
}

/**
 * The times in which each text held, without a gap, from `heard.since` until `to`: the newest ones, up to as many as are answered.
 * @param speaksUntil until when a record speaks for the machine if no other comes
 */
export function textIntervals(
  heard: HeardTexts,
  to: number,
  speaksUntil: (at: number) => number,
): { intervals: TextInterval[]; isCut: boolean } {
  const intervals: TextInterval[] = []
  let isCut = false
  let reached = heard.since
  let { held } = heard
  const fill = (until: number, text: string | null) => {
    const end = Math.min(until, to)
    if (end <= reached) return
    const last = intervals.at(-1)
    if (last?.text === text) last.to = end
    else intervals.push({ from: reached, to: end, text })
    reached = end
    if (intervals.length <= TEXTS_MAX) return
    intervals.shift()
    isCut = true
  }
  const endOf = ({ at, ends }: { at: number; ends: boolean }) => (ends ? at : Math.floor(speaksUntil(at)))
  let heardUntil = heard.before === undefined ? heard.since : endOf(heard.before)
  for (const record of heard.records) {
    fill(Math.min(heardUntil, record.at), held)
    fill(record.at, null)
    if (record.text !== undefined) held = record.text
    heardUntil = endOf(record)
  }
  fill(heardUntil, held)
  fill(to, null)
  return { intervals, isCut }
}
