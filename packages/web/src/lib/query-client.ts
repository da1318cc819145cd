import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  type Query,
  QueryClient,
  type QueryKey,
  type Updater,
} from '@tanstack/react-query'
import { ApiError } from './api-error.ts'

const FIRST_DELAY_MS = 1_000

/** A server or network that is away is asked twice more; a refusal is final, and shown. */
export function isWorthRetrying(failures: number, error: Error): boolean {
  return failures < 2 && !(error instanceof ApiError && error.status < 500)
}

/** How long to wait before the next try, ms: as long as the server asks for. */
export function retryDelay(failures: number, error: Error): number {
  const seconds = error instanceof ApiError ? error.retryAfterSeconds : undefined
  return seconds === undefined ? FIRST_DELAY_MS * 2 ** failures : seconds * 1_000
}

/**
 * A client whose invalidation reaches what is being read for the first time too. The library joins such a read instead of asking again, so
 * that an answer from before a change would stay on the screen.
 */
export class FreshQueryClient extends QueryClient {
  override async invalidateQueries<Key extends QueryKey>(
    filters?: InvalidateQueryFilters<Key>,
    options?: InvalidateOptions,
  ): Promise<void> {
    const begun = this.getQueryCache()
      .findAll(filters)
      .filter(({ state }) => state.fetchStatus === 'fetching' && state.data === undefined)
    const reads = begun.map(({ promise }) => promise)
    await super.invalidateQueries(filters, options)
    if (begun.length === 0) return
    await Promise.allSettled(reads)
    const again = { refetchType: filters?.refetchType, predicate: (query: Query) => begun.includes(query) }
    await super.invalidateQueries(again, options)
  }
}

/**
 * Shows the server's answer to a change. A request that is still running may have been answered before the change and would overwrite it: it
 * is cancelled and sent again.
 */
export function showAnswer<Data>(
  client: QueryClient,
  queryKey: QueryKey,
  answer: NoInfer<Updater<Data | undefined, Data | undefined>>,
): void {
  const shown = { queryKey, exact: true }
  const isReading = client.isFetching(shown) > 0
  if (isReading) void client.cancelQueries(shown)
  client.setQueryData<Data>(queryKey, answer)
  if (isReading) void client.invalidateQueries(shown)
}

export const queryClient = new FreshQueryClient({ defaultOptions: { queries: { retry: isWorthRetrying, retryDelay } } })
