import { t } from '@packhouse/messages'
import { formatCount } from '../../lib/format/numbers.ts'
import type { Waiting, WaitingFound } from '../../resource/feature.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { ChevronRightIcon } from '../../ui/icons.tsx'
import { addressOfList, addressOfOne } from './waiting-address.ts'

/** What waits: how many, the first of them by name with what to do about each, and the way to the list of all. */
export function WaitingCard({ waiting, found: { total, first } }: { waiting: Waiting; found: WaitingFound }) {
  const { label, about, act } = waiting
  const named = first.length === 0 ? [{ id: '', name: label }] : first
  return (
    <section aria-label={label} className="flex flex-col rounded-panel border border-line bg-surface">
      <AppLink
        href={addressOfList(waiting)}
        className="flex items-center gap-4 rounded-t-panel px-5 pt-4 pb-3 no-underline hover:bg-surface-2"
      >
        <span className="min-w-10 font-display text-34 leading-10 font-semibold tabular-nums">
          {formatCount(total)}
        </span>
        <span className="min-w-0 flex-1">
          <span className="block text-16 font-semibold">{label}</span>
          <span className="block text-13 text-text-2">{about}</span>
        </span>
        <ChevronRightIcon className="shrink-0 text-text-3" />
      </AppLink>
      <div className="border-t border-line py-1">
        {named.map(({ id, name }) => (
          <AppLink
            key={id}
            href={id === '' ? addressOfList(waiting) : addressOfOne(waiting, id)}
            className="flex min-h-9 items-center gap-3 px-5 py-1.5 text-14 no-underline hover:bg-surface-2 max-md:min-h-11"
          >
            <span className="line-clamp-2 min-w-0 flex-1">{name}</span>
            <span className="shrink-0 text-13 font-medium underline underline-offset-3">{act}</span>
          </AppLink>
        ))}
        {total > named.length && (
          <p className="px-5 pt-1 pb-2 text-12 text-text-2">{t('home.more', { count: total - named.length })}</p>
        )}
      </div>
    </section>
  )
}
