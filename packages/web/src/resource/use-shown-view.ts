import type { Resource } from '@packhouse/contract'
import { useMemo } from 'react'
import { useSeesCost } from './use-sees-cost.ts'
import type { ResourceView } from './view.ts'

/** A view as the reader has it: whoever sees no costs has no such columns and fields, not empty ones. */
export function useShownView(resource: Resource, view: ResourceView): ResourceView {
  const seesCost = useSeesCost()
  return useMemo(
    () => (seesCost || view.costsByRow ? view : withoutConfidential(resource, view)),
    [resource, view, seesCost],
  )
}

function withoutConfidential({ fields }: Pick<Resource, 'fields'>, view: ResourceView): ResourceView {
  const names = Object.keys(fields).filter((name) => fields[name]?.confidential)
  return names.length === 0 ? view : { ...view, hidden: [...(view.hidden ?? []), ...names] }
}
