import { type UseQueryResult, useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { FeatureSection } from '../resource/feature.ts'

const FRESH_MS = 300_000

/**
 * The sections without those that have nothing for the reader, as far as that is known.
 * @returns `unknown`: the addresses of those that may still come
 */
export function useSectionsWithSomething(sections: readonly FeatureSection[]): {
  open: readonly FeatureSection[]
  unknown: readonly string[]
} {
  const asked = sections.filter(({ hasSomething }) => hasSomething !== undefined)
  const answers = useQueries({
    queries: asked.map(({ to, hasSomething }) => ({
      queryKey: ['has-something', to],
      queryFn: async ({ signal }: { signal: AbortSignal }) => (await (await hasSomething?.())?.(signal)) ?? false,
      staleTime: FRESH_MS,
    })),
  })
  const empty = asked.filter((_, at) => answers[at]?.data !== true).map(({ to }) => to)
  const unknown = asked.filter((_, at) => isUnderWay(answers[at])).map(({ to }) => to)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the sections of a reader are the same while their addresses are
  return useMemo(
    () => ({ open: sections.filter(({ to }) => !empty.includes(to)), unknown }),
    [sections.map(({ to }) => to).join(), empty.join(), unknown.join()],
  )
}

/** Without a connection, and after a first failure, the others do not wait any longer. */
function isUnderWay(answer: UseQueryResult | undefined): boolean {
  return answer?.isPending === true && answer.fetchStatus === 'fetching' && answer.failureCount === 0
}
