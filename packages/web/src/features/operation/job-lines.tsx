import type { ReactNode } from 'react'
import { Badge } from '../../ui/badge.tsx'
import type { StateLook } from './job-words.ts'

const columns =
  'grid grid-cols-[152px_minmax(0,1.2fr)_76px_minmax(0,2fr)_136px_180px] items-center gap-x-4 px-3 text-start max-lg:grid-cols-[auto_minmax(0,1fr)]'

interface JobLinesProps {
  label: string
  heads: readonly string[]
  children: ReactNode
}

/** Jobs in lines below their heads; on a phone each is a small card. */
export function JobLines({ label, heads, children }: JobLinesProps) {
  return (
    <table className="block w-full text-13" aria-label={label}>
      <thead className="block max-lg:sr-only">
        <tr className={`${columns} h-[34px] border-b border-line bg-surface-2 text-12 text-text-2`}>
          {heads.map((head) => (
            <th key={head} scope="col" className="font-[550]">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="block">{children}</tbody>
    </table>
  )
}

interface JobLineProps {
  look: StateLook
  what: string
  /** The cells behind what it does, in the order of the heads. */
  children: ReactNode
}

export function JobLine({ look, what, children }: JobLineProps) {
  return (
    <tr className={`${columns} min-h-11 gap-y-1 border-b border-line py-1.5 last:border-b-0`}>
      <td>
        <Badge tone={look.tone} icon={look.icon}>
          {look.label}
        </Badge>
      </td>
      <th scope="row" className="min-w-0 text-start font-[550] wrap-anywhere">
        {what}
      </th>
      {children}
    </tr>
  )
}

interface JobCellProps {
  head: string
  children: ReactNode
}

/** A cell below its head. On a phone, where heads are out of sight, it says its own, and an empty one takes no room. */
export function JobCell({ head, children }: JobCellProps) {
  const isEmpty = children === null || children === undefined || children === false
  return (
    <td
      className={`min-w-0 wrap-anywhere text-text-2 tabular-nums max-lg:col-span-2 ${isEmpty ? 'max-lg:hidden' : 'max-lg:flex max-lg:gap-x-3'}`}
    >
      <span aria-hidden="true" className="w-24 shrink-0 text-12 leading-5 lg:hidden">
        {head}
      </span>
      <div className="min-w-0 max-lg:text-text">{children}</div>
    </td>
  )
}
