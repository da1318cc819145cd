import type { SiteClock } from '../../../lib/format/site-clock.ts'
import { dateAfter } from '../../../lib/format/site-clock.ts'
import type { TimeSpan } from './time-span.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

export const presets = ['3', '6', '24', '168'] as const
export type Preset = (typeof presets)[number]
export const usualPreset: Preset = '6'

/** The shortest and the longest stretch that is shown. */
export const SHORTEST = 2 * MINUTE
export const LONGEST = 168 * HOUR

/** What the machine page shows. All of it is in the address, so that a link shows exactly the same. */
export interface PageView {
  /** The last hours, where no day is chosen. */
  hours: Preset
  /** A day of the site, `YYYY-MM-DD`. */
  day?: string | undefined
  /** A part of it, or a stretch beside it. */
  zoom?: TimeSpan | undefined
  /** Readings that were chosen beside the usual ones. */
  tags: readonly string[]
  /** `previous` for the period before, or the id of another machine. */
  compare?: string | undefined
  /** The text reading over the timeline, where it is not the usual one. */
  text?: string | undefined
}

export const PREVIOUS = 'previous'
const TAGS_MAX = 8

type Search = Readonly<Record<string, unknown>>

/** The view of an address; unknown parameters are ignored. */
export function readView(search: Search): PageView {
  const text = (name: string) => (typeof search[name] === 'string' ? search[name] : undefined)
  const day = text('day')
  const [from, to] = [Date.parse(text('from') ?? ''), Date.parse(text('to') ?? '')]
  const tags = [search.tag].flat().filter((tag): tag is string => typeof tag === 'string' && tag !== '')
  return {
    hours: presets.find((preset) => preset === String(search.hours)) ?? usualPreset,
    day: day !== undefined && isDate(day) ? day : undefined,
    zoom: to - from >= SHORTEST && to - from <= LONGEST ? { from, to } : undefined,
    tags: [...new Set(tags)].slice(0, TAGS_MAX),
    compare: text('compare') || undefined,
    text: text('text')?.slice(0, 128) || undefined,
  }
}

/** The parameters of a view. What is as usual leaves no trace. */
export function writeView(view: PageView): Record<string, string | string[] | undefined> {
  return {
    hours: view.hours === usualPreset ? undefined : view.hours,
    day: view.day,
    from: view.zoom && new Date(view.zoom.from).toISOString(),
    to: view.zoom && new Date(view.zoom.to).toISOString(),
    tag: view.tags.length === 0 ? undefined : [...view.tags],
    compare: view.compare,
    text: view.text,
  }
}

function isDate(text: string): boolean {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text)
}

/** The stretch without any zoom: a day of the site from midnight to midnight, or the last hours. */
export function baseSpan({ hours, day }: PageView, clock: SiteClock, now: number): TimeSpan {
  if (day !== undefined) return { from: clock.startOf(day), to: clock.startOf(dateAfter(day, 1)) }
  return { from: now - Number(hours) * HOUR, to: now }
}

/** The stretch a view shows. */
export function spanOf(view: PageView, clock: SiteClock, now: number): TimeSpan {
  return view.zoom ?? baseSpan(view, clock, now)
}

/** The nearest stretch that can be shown: neither too short nor too long, and not after `latest`. Whole seconds. */
export function clampSpan({ from, to }: TimeSpan, latest: number): TimeSpan {
  const length = Math.min(LONGEST, Math.max(SHORTEST, to - from))
  const middle = (from + to) / 2
  const end = Math.round(Math.min(latest, middle + length / 2) / 1_000) * 1_000
  return { from: end - Math.round(length / 1_000) * 1_000, to: end }
}

/** A span moved by a share of its length, negative for earlier. */
export function movedSpan({ from, to }: TimeSpan, share: number): TimeSpan {
  const way = (to - from) * share
  return { from: from + way, to: to + way }
}

/** A span made longer by a factor around a moment that keeps its place. */
export function scaledSpan({ from, to }: TimeSpan, factor: number, around: number): TimeSpan {
  return { from: around - (around - from) * factor, to: around + (to - around) * factor }
}

/** Whether a zoom shows as much as the one before, only at another time. */
export function isMoved(before: TimeSpan | undefined, after: TimeSpan): boolean {
  return before !== undefined && Math.abs(before.to - before.from - (after.to - after.from)) < 2_000
}
