import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

export interface EmptyStateProps {
  /** A carton that says the same: open where nothing is found, taped where there is no access. */
  illustration?: ReactNode
  title: ReactNode
  /** What happened and what to do, where the title does not say it. */
  children?: ReactNode
  actions?: ReactNode
  /** The heading level of the title; without it the title is plain text. */
  heading?: 'h1' | 'h2'
  className?: string
}

/** Says that there is nothing to show, why, and what to do. */
export function EmptyState({ illustration, title, children, actions, heading, className }: EmptyStateProps) {
  const Title = heading ?? 'p'
  return (
    <div
      className={classNames(
        'grid grid-cols-[minmax(0,1fr)] justify-items-center gap-1.5 px-6 py-10 text-center text-text-2',
        className,
      )}
    >
      {illustration && <div className="mb-2.5 text-text-3">{illustration}</div>}
      <Title className="font-display text-16 wrap-anywhere font-semibold text-text">{title}</Title>
      {children && <div className="max-w-[56ch] text-balance">{children}</div>}
      {actions && (
        <div className="mt-3 flex max-w-full flex-wrap justify-center gap-2 max-md:*:h-auto max-md:*:min-h-11 max-md:*:max-w-full max-md:*:whitespace-normal">
          {actions}
        </div>
      )}
    </div>
  )
}
