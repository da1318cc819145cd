import { t } from '@packhouse/messages'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ComponentType, ReactNode } from 'react'
import { formatCount } from '../lib/format/numbers.ts'
import { hasPermission } from '../lib/permission.ts'
import { useSession } from '../lib/session.ts'
import { AppLink } from '../ui/app-link.tsx'
import { PanelFailure, PanelFrame } from '../ui/panel-frame.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import type { RecordPanel } from './feature.ts'

export interface PanelOfRecordProps<Data> {
  title: string
  query: UseQueryResult<Data>
  /** How many there are, where the panel shows the first of them. */
  count?: (data: Data) => number
  /** The address of the whole list. */
  all?: string | undefined
  /** What an empty list says. */
  empty: string
  isEmpty: (data: Data) => boolean
  children: (data: Data) => ReactNode
}

/** A part of the page of a record that loads and fails on its own. */
export function PanelOfRecord<Data>({ title, query, count, all, empty, isEmpty, children }: PanelOfRecordProps<Data>) {
  const { data } = query
  const counted = data === undefined ? undefined : count?.(data)
  return (
    <PanelFrame
      title={title}
      note={counted !== undefined && <span className="text-text-2 tabular-nums">{formatCount(counted)}</span>}
      aside={
        all !== undefined &&
        data !== undefined &&
        !isEmpty(data) && (
          <AppLink
            href={all}
            aria-label={t('resource.showAllOf', { title })}
            className="text-13 font-medium underline decoration-kraft underline-offset-3 max-md:py-2.5"
          >
            {t('resource.showAll')}
          </AppLink>
        )
      }
    >
      {query.isPending && <Skeleton className="mx-4 mb-4 h-16" />}
      {data === undefined && query.isError && <PanelFailure what={title} onRetry={() => void query.refetch()} />}
      {data !== undefined &&
        (isEmpty(data) ? <p className="px-4 pb-4 text-13 text-text-2">{empty}</p> : children(data))}
    </PanelFrame>
  )
}

/** What features show about a record on its page, as far as the reader may see it. */
export function RecordPanels({ panels, id }: { panels: readonly RecordPanel[]; id: string }) {
  const session = useSession()
  return panels
    .filter(({ permission }) => hasPermission(session, permission))
    .map(({ name, Panel }: { name: string; Panel: ComponentType<{ id: string }> }) => <Panel key={name} id={id} />)
}

/** A row of a panel: what it is on the left, and what is to be known of it on the right. */
export function PanelRow({ href, children, end }: { href: string | undefined; children: ReactNode; end: ReactNode }) {
  return (
    <li className="flex items-center gap-3 border-t border-line px-4 py-2 text-13 max-md:min-h-11">
      <span className="min-w-0 flex-1">
        {href === undefined ? (
          children
        ) : (
          <AppLink href={href} className="block no-underline hover:underline">
            {children}
          </AppLink>
        )}
      </span>
      <span className="flex shrink-0 items-center gap-2 text-12 text-text-2">{end}</span>
    </li>
  )
}
