import { ExportButton } from './export-button.tsx'
import { toListQuery } from './list-state.ts'
import type { ResourceListProps } from './resource-list.tsx'
import type { ListParts } from './use-list-parts.ts'

/** The selected rows as a file, or all that the list finds, in the order of the list. */
export function SelectionExport({
  resource,
  mount,
  parts,
}: Pick<ResourceListProps, 'resource' | 'mount'> & { parts: ListParts }) {
  const { page: _, pageSize: __, ...whole } = toListQuery(resource, parts.list.state)
  const { sort, deleted } = whole
  const selected = {
    ...(sort ? { sort } : {}),
    ...(deleted ? { deleted } : {}),
    id: [...parts.selection.ids].join(','),
  }
  const query = parts.whole.isChosen ? whole : selected
  return (
    <ExportButton
      resource={resource}
      mount={mount}
      query={query}
      variant="quiet"
      className="text-text hover:bg-surface"
    />
  )
}
