import type { ReactNode } from 'react'
import { classNames } from '../../ui/class-names.ts'
import { WarningIcon } from '../../ui/icons.tsx'
import { Panel } from '../../ui/panel.tsx'
import type { Shown } from './figure-words.ts'

interface FigurePanelProps {
  title: string
  /** What the figure is now. */
  shown: Shown
  /** Behind the unit. */
  more?: string | undefined
  /** At the right of the title: a target, a peak. */
  aside?: string | undefined
  /** Whether the figure is above its target: said by shape and colour beside the words. */
  isAbove?: boolean
  children: ReactNode
}

/** A figure with its picture. */
export function FigurePanel({
  title,
  shown: { value, unit },
  more,
  aside,
  isAbove = false,
  children,
}: FigurePanelProps) {
  return (
    <Panel className="min-w-0 px-4 pt-3 pb-2">
      <h2 className="flex gap-2 font-sans text-13 leading-[18px] font-semibold tracking-normal">
        {title}
        <span
          className={classNames(
            'ms-auto inline-flex items-center gap-1 text-end text-12 tabular-nums',
            isAbove ? 'font-[550] text-warn' : 'font-normal text-text-2',
          )}
        >
          {isAbove && <WarningIcon size={14} />}
          {aside}
        </span>
      </h2>
      <p className="mb-1 font-display text-26 leading-8 font-semibold tabular-nums">
        {value}
        <small className="ms-1.5 font-sans text-12 font-normal tracking-normal text-text-2">
          {[unit, more].filter((part) => part !== undefined && part !== '').join(' ')}
        </small>
      </p>
      {children}
    </Panel>
  )
}
