/** What a reader sees and hears of one point of a chart. */
export interface Reading {
  /** The value in its unit, or the state. */
  title: string
  /** The time, and a range where the point covers several records. */
  text: string
  /** The value it is compared with. */
  other?: string | undefined
  /** By how much it differs from that. */
  difference?: string | undefined
}

/** The points of a chart, as they are read one by one. */
export interface Readings {
  count: number
  /** The point at a moment; undefined without a point near it. */
  indexAt: (moment: number) => number | undefined
  momentOf: (index: number) => number
  read: (index: number) => Reading
}
