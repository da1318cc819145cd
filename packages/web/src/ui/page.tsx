import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

/** The room of a screen below the top bar. `wide` lets a grid of cards use large displays. */
export function Page({ width = 'wide', children }: { width?: 'wide' | 'narrow'; children: ReactNode }) {
  return (
    <div
      className={classNames(
        'mx-auto px-8 pt-7 pb-10 max-md:px-4 max-md:pt-5 max-md:pb-8',
        width === 'wide' ? 'max-w-[1760px]' : 'max-w-[880px]',
      )}
    >
      {children}
    </div>
  )
}

export interface PageHeadProps {
  title: ReactNode
  subtitle?: ReactNode
  /** How its numbers are counted, beside the line. */
  note?: ReactNode
  /** What acts on the whole page, at the right end; below the title on phones. */
  children?: ReactNode
}

/** The head of a screen: its name, a line about it, and what acts on all of it. */
export function PageHead({ title, subtitle, note, children }: PageHeadProps) {
  return (
    <div className="mb-5 flex items-end gap-4 max-lg:flex-wrap max-md:mb-4 max-md:items-start max-md:gap-3.5">
      <div className="min-w-0 flex-1">
        <h1>{title}</h1>
        <div className="flex flex-wrap items-center gap-x-3">
          {subtitle && <p className="text-text-2">{subtitle}</p>}
          {note}
        </div>
      </div>
      {children}
    </div>
  )
}
