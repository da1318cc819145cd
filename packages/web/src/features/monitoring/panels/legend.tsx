import type { ReactNode } from 'react'

const marks = {
  bar: 'h-2.5 w-1.5 bg-series-1',
  line: 'h-[3px] w-3.5 bg-series-1',
  level: 'w-3.5 border-t-[1.5px] border-dashed border-text-2',
  muted: 'w-3.5 border-t-2 border-dashed border-text-3',
}

interface LegendProps {
  entries: readonly { mark: keyof typeof marks; words: string }[]
  children?: ReactNode
}

/** What the marks of a chart mean. */
export function Legend({ entries, children }: LegendProps) {
  return (
    <p className="flex flex-wrap items-center gap-x-3.5 gap-y-1 text-12 text-text-2 tabular-nums">
      {entries.map(({ mark, words }) => (
        <span key={words} className="flex items-center gap-1.5">
          <i aria-hidden="true" className={marks[mark]} /> {words}
        </span>
      ))}
      {children && <span>{children}</span>}
    </p>
  )
}
