import { t } from '@packhouse/messages'
import { useQuery } from '@tanstack/react-query'
import { DASH, formatCount } from '../../lib/format/numbers.ts'
import type { Waiting } from '../../resource/feature.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { ChevronRightIcon } from '../../ui/icons.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

const REFRESH_MS = 30_000

/** How many there are of something, as a link to the list of them. */
export function WaitingTile({ waiting }: { waiting: Waiting }) {
  const { label, about, list, filter } = waiting
  const { data, isPending, isError } = useQuery({
    queryKey: ['waiting', list, filter],
    queryFn: ({ signal }) => count(waiting, signal),
    refetchInterval: REFRESH_MS,
    // Another look at the list may have changed it.
    refetchOnMount: 'always',
  })
  return (
    <AppLink
      href={`${list}?${new URLSearchParams(filter).toString().replaceAll('%2C', ',')}`}
      className="flex items-center gap-4 rounded-panel border border-line bg-surface p-5 no-underline transition-colors hover:border-line-2 hover:bg-surface-2"
    >
      <span className="min-w-14 font-display text-34 leading-10 font-semibold tabular-nums">
        {isPending ? <Skeleton className="h-10 w-12" /> : data === undefined ? DASH : formatCount(data)}
      </span>
      <span className="min-w-0 flex-1">
        <span className="block text-16 font-semibold">{label}</span>
        <span className="block text-13 text-text-2">
          {isError && data === undefined ? t('home.thisCouldNotBeCountedIt') : about}
        </span>
      </span>
      <ChevronRightIcon className="shrink-0 text-text-3" />
    </AppLink>
  )
}

async function count({ resource, load, filter }: Waiting, signal: AbortSignal): Promise<number> {
  if (load !== undefined) return await (await load())(filter, signal)
  if (resource === undefined) throw new TypeError('Nothing says what is counted')
  const { countRows } = await import('../../resource/count-rows.ts')
  return await countRows(resource, filter, signal)
}
