import { ExportButton } from './export-button.tsx'
import { toListQuery } from './list-state.ts'
import type { ResourceListProps } from './resource-list.tsx'
import type { ListParts } from './use-list-parts.ts'

/** The selected rows as a file, in the order of the list. */
export function SelectionExport({
  resource,
  mount,
  parts,
}: Pick<ResourceListProps, 'resource' | 'mount'> & { parts: ListParts }) {
  const { sort, deleted } = toListQuery(resource, parts.list.state)
  const query = { ...(sort ? { sort } : {}), ...(deleted ? { deleted } : {}), id: [...parts.selection.ids].join(',') }
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
