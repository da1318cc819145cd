import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

/** A surface that rests on a line. */
export function Panel({ className, children }: { className?: string; children: ReactNode }) {
  return <section className={classNames('rounded-panel border border-line bg-surface', className)}>{children}</section>
}

/** The head row of a panel: its title, and what belongs to all of it on the right. */
export function PanelHead({ title, children }: { title: ReactNode; children?: ReactNode }) {
  return (
    <div className="flex min-h-12 items-center gap-2.5 px-4 py-3 max-md:flex-wrap">
      <h2 className="me-auto">{title}</h2>
      {children}
    </div>
  )
}
