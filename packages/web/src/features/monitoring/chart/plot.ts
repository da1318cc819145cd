import type { TimeSpan } from '../window/time-span.ts'
import type { Scale } from './scale.ts'
import type { Columns } from './series.ts'

/** One drawn series. */
export interface Layer {
  kind: 'line' | 'bars'
  /** Muted is what is compared with, in every chart alike. */
  tone: 'first' | 'second' | 'muted'
  /** Dashed lines and half bars are for what is compared with, or not complete yet. */
  quiet?: boolean
  columns: Columns
  /** Whether the range of each point is drawn as a band. */
  band?: boolean
}

/** All that is drawn in a chart. */
export interface Plot {
  span: TimeSpan
  scale: Scale
  layers: readonly Layer[]
  /** Times without data. */
  gaps: readonly TimeSpan[]
  /** Moments of the upright lines. */
  grid: readonly number[]
  /** A level that is drawn as a dashed line, such as the design speed. */
  level?: number | undefined
}
