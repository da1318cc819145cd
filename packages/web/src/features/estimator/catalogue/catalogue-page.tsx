import { useMemo } from 'react'
import type { ScreenProps } from '../../../resource/feature.ts'
import { declared } from '../../../resource/registry.ts'
import { ResourceList } from '../../../resource/resource-list.tsx'
import { CatalogueList } from './catalogue-list.tsx'
import { itemView } from './item-view.tsx'

/** What is sold beside machines, by category, with the prices of today and the next ones. */
export function CataloguePage({ related }: ScreenProps) {
  const view = useMemo(() => ({ ...itemView, related }), [related])
  return <ResourceList resource={declared('itemMaster')} view={view} Content={CatalogueList} />
}
