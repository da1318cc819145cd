import { useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { FeatureSection } from '../resource/feature.ts'

const FRESH_MS = 300_000

/** The sections without those that have nothing for the reader, as far as that is known. */
export function useSectionsWithSomething(sections: readonly FeatureSection[]): readonly FeatureSection[] {
  const asked = sections.filter(({ hasSomething }) => hasSomething !== undefined)
  const answers = useQueries({
    queries: asked.map(({ to, hasSomething }) => ({
      queryKey: ['has-something', to],
      queryFn: async ({ signal }: { signal: AbortSignal }) => (await (await hasSomething?.())?.(signal)) ?? false,
      staleTime: FRESH_MS,
    })),
  })
  const empty = asked.filter((_, at) => answers[at]?.data !== true).map(({ to }) => to)
  const key = sections
    .map(({ to }) => to)
    .filter((to) => !empty.includes(to))
    .join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the sections of a reader are the same while their addresses are
  return useMemo(() => sections.filter(({ to }) => !empty.includes(to)), [key])
}
