import type { ReactNode } from 'react'

interface FilterGroupProps {
  title: string
  /** Beside the title, such as the unit. */
  aside?: string | undefined
  children: ReactNode
}

/** One filter under its title. */
export function FilterGroup({ title, aside, children }: FilterGroupProps) {
  return (
    <fieldset className="min-w-0 border-b border-line px-3.5 pt-2.5 pb-3 last:border-0">
      <legend className="float-start mb-1 flex w-full items-baseline justify-between gap-2 text-13 font-semibold">
        {title}
        {aside !== undefined && <small className="truncate text-11 font-normal text-text-3">{aside}</small>}
      </legend>
      <div className="clear-both">{children}</div>
    </fieldset>
  )
}
