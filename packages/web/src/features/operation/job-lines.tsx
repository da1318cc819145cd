import type { ReactNode } from 'react'
import { Badge } from '../../ui/badge.tsx'
import type { StateLook } from './job-words.ts'

const columns =
  'grid grid-cols-[110px_minmax(0,1.2fr)_90px_minmax(0,2fr)_110px_190px] items-center gap-x-4 px-3 text-left max-lg:grid-cols-2'

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
      <th scope="row" className="min-w-0 text-left font-[550] wrap-anywhere">
        {what}
      </th>
      {children}
    </tr>
  )
}
