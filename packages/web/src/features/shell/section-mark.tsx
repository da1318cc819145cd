import { lazy, Suspense } from 'react'
import type { Section } from '../../lib/section.ts'

const SectionCount = lazy(async () => ({ default: (await import('./section-count.tsx')).SectionCount }))

/** The mark behind the label of a page: how much waits there, or how many rows its list has. */
export function SectionMark({ section: { Mark, counts } }: { section: Section }) {
  return (
    <Suspense>
      {Mark && <Mark />}
      {counts !== undefined && <SectionCount resource={counts} />}
    </Suspense>
  )
}
