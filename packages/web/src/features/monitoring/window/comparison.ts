import { t } from '@packhouse/messages'
import { type MachineWindow, useWindow } from './machine-window.ts'
import { PREVIOUS } from './page-view.ts'
import { alignedSpan, type TimeSpan } from './time-span.ts'

/** A second series beside the first. */
export interface Comparison {
  /** What it is, in a few words. */
  name: string
  id: string
  /** What is asked for. */
  span: TimeSpan
  /** What its times are moved by to lie over the window, ms. */
  shift: number
}

/** What the page compares with; undefined for nothing. @param step whole multiples of it are asked for, ms */
export function useComparison(step: number): Comparison | undefined {
  return comparisonOf(useWindow(), step)
}

/** What a window of the page is compared with; undefined for nothing. @param step as above */
export function comparisonOf({ id, view, wanted }: MachineWindow, step: number): Comparison | undefined {
  if (view.compare === undefined) return undefined
  const span = alignedSpan(wanted, step)
  if (view.compare !== PREVIOUS) return { name: view.compare, id: view.compare, span, shift: 0 }
  // Whole steps, so that what is compared lies on the same grid.
  const shift = Math.ceil((wanted.to - wanted.from) / step) * step
  return {
    name: t('monitoring.thePeriodBeforeWord'),
    id,
    span: { from: span.from - shift, to: span.to - shift },
    shift,
  }
}
