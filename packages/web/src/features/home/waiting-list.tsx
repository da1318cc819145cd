import { t } from '@packhouse/messages'
import { useQueries } from '@tanstack/react-query'
import { DASH } from '../../lib/format/numbers.ts'
import type { Waiting, WaitingFound } from '../../resource/feature.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { addressOfList } from './waiting-address.ts'
import { WaitingCard } from './waiting-card.tsx'
import { inOrder, type WaitingEntry } from './waiting-order.ts'

const REFRESH_MS = 30_000

/** What waits for the reader: what needs attention first, and last in one small line what is 0. */
export function WaitingList({ waiting }: { waiting: readonly Waiting[] }) {
  const entries = useQueries({
    queries: waiting.map((one) => ({
      queryKey: ['waiting', one.list, one.filter],
      queryFn: ({ signal }: { signal: AbortSignal }) => find(one, signal),
      refetchInterval: REFRESH_MS,
      // Another look at the list may have changed it.
      refetchOnMount: 'always' as const,
    })),
    combine: (results) =>
      results.flatMap(({ data, isError }, place): WaitingEntry[] => {
        const one = waiting[place]
        return one === undefined ? [] : [{ waiting: one, found: data, isFailed: isError && data === undefined }]
      }),
  })
  const { shown, none } = inOrder(entries)
  return (
    <>
      <ul className="grid gap-5 empty:hidden sm:grid-cols-2 lg:grid-cols-3 max-sm:gap-3.5">
        {shown.map(({ waiting: one, found, isFailed }) => (
          <li key={one.label} className="grid">
            {found === undefined ? (
              <Unknown waiting={one} isFailed={isFailed} />
            ) : (
              <WaitingCard waiting={one} found={found} />
            )}
          </li>
        ))}
      </ul>
      {none.length > 0 && (
        <section
          aria-label={t('home.nothingThere')}
          className="mt-5 flex flex-wrap items-center gap-x-4 gap-y-1 text-13 text-text-2"
        >
          <span>{t('home.nothingThere')}</span>
          {none.map(({ waiting: one }) => (
            <AppLink
              key={one.label}
              href={addressOfList(one)}
              className="max-md:inline-flex max-md:min-h-11 max-md:items-center"
            >
              0 {one.label}
            </AppLink>
          ))}
        </section>
      )}
    </>
  )
}

/** What is not counted yet, or could not be. */
function Unknown({ waiting, isFailed }: { waiting: Waiting; isFailed: boolean }) {
  return (
    <AppLink
      href={addressOfList(waiting)}
      className="flex min-h-36 items-start gap-4 rounded-panel border border-line bg-surface px-5 pt-4 no-underline hover:bg-surface-2"
    >
      <span className="min-w-10 font-display text-34 leading-10 font-semibold">
        {isFailed ? DASH : <Skeleton className="h-10 w-10" />}
      </span>
      <span className="min-w-0 flex-1">
        <span className="block text-16 font-semibold">{waiting.label}</span>
        <span className="block text-13 text-text-2">
          {isFailed ? t('home.thisCouldNotBeCountedIt') : waiting.about}
        </span>
      </span>
    </AppLink>
  )
}

async function find(waiting: Waiting, signal: AbortSignal): Promise<WaitingFound> {
  const { resource, load, filter, nameOf, of } = waiting
  if (load !== undefined) return await (await load())(filter, signal)
  if (resource === undefined) throw new TypeError('Nothing says what is counted')
  const { findWaiting } = await import('../../resource/find-waiting.ts')
  return await findWaiting({ resource, filter, nameOf, of }, signal)
}
