import type { ReactNode } from 'react'

interface BarListProps {
  items: readonly { key: string; name: ReactNode; value: string; share: number }[]
}

/** Names with a figure each, and a bar as long as its share of the largest. */
export function BarList({ items }: BarListProps) {
  return (
    <ol className="grid gap-2 px-4 pb-4">
      {items.map(({ key, name, value, share }) => (
        <li key={key}>
          <p className="flex items-baseline gap-3 text-13">
            <span className="min-w-0 flex-1 truncate">{name}</span>
            <span className="font-semibold tabular-nums">{value}</span>
          </p>
          <div aria-hidden="true" className="mt-0.5 h-1.5 bg-surface-3">
            <div className="h-full bg-series-1" style={{ width: `${100 * share}%` }} />
          </div>
        </li>
      ))}
    </ol>
  )
}
