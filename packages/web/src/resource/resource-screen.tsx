import { useDocumentTitle } from '../lib/document-title.ts'
import { Frame } from './frame.tsx'
import { ResourceList, type ResourceListProps } from './resource-list.tsx'
import { useOpenRow } from './use-list-state.ts'
import { capitalize } from './words.ts'

/** A whole screen for a resource: its list and its drawer. */
export function ResourceScreen(props: ResourceListProps) {
  const { id } = useOpenRow()
  useDocumentTitle(capitalize(props.resource.noun[1]))
  return (
    <Frame hasDrawer={id !== undefined}>
      <div className="flex min-h-0 flex-1 flex-col pt-5 pr-6 pl-8 max-md:px-4">
        <ResourceList {...props} />
      </div>
    </Frame>
  )
}
