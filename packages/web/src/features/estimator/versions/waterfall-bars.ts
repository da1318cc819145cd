import type { PriceWalk, WalkStep } from '@packhouse/contract'

/** One column: a total, or what a step adds. Bottom and height are in percent of the picture. */
export interface WaterfallBar {
  key: 'from' | 'to' | WalkStep
  amount: string
  kind: 'total' | 'more' | 'less'
  bottom: number
  height: number
}

/** Space over and under what changes, as a share of it. */
const AIR = 0.15

/** The columns of a walk, and where their axis starts: not at 0 where the changes would be too small to see. */
export function waterfallBars({ from, to, steps }: PriceWalk): { bars: WaterfallBar[]; start: number } {
  const changed = steps.filter(({ rows }) => rows.length > 0)
  const levels = [Number(from)]
  for (const { amount } of changed) levels.push((levels.at(-1) ?? 0) + Number(amount))
  const [least, most] = [Math.min(...levels, Number(to)), Math.max(...levels, Number(to))]
  const air = (most - least || Math.abs(most) || 1) * AIR
  const start = least > 0 ? Math.max(0, least - air) : least - air
  const share = (value: number) => ((value - start) / (most + air - start)) * 100
  const span = (one: number, other: number) => {
    const bottom = share(Math.min(one, other))
    return { bottom, height: share(Math.max(one, other)) - bottom }
  }
  const bars = changed.map(({ step, amount }, place): WaterfallBar => {
    const kind = Number(amount) < 0 ? 'less' : 'more'
    return { key: step, amount, kind, ...span(levels[place] ?? 0, levels[place + 1] ?? 0) }
  })
  const total = (key: 'from' | 'to', amount: string): WaterfallBar => {
    return { key, amount, kind: 'total', bottom: 0, height: share(Number(amount)) }
  }
  return { bars: [total('from', from), ...bars, total('to', to)], start }
}
