import { t } from '@packhouse/messages'
import { declared } from '../../resource/registry.ts'
import { useOpenRow } from '../../resource/use-list-state.ts'
import { usePermission } from '../../resource/use-permission.ts'
import { useResourceList } from '../../resource/use-resource.ts'
import { WorldMap } from '../../ui/world-map.tsx'

const ALL = { pageSize: '200' }

/** The places of a customer or a supplier on the map; pressing one opens it beside the list. */
export function LocationMap({ path, parentId }: { path: string; parentId: string }) {
  const locations = declared('location')
  const access = usePermission(locations.calls.list)
  const { data } = useResourceList(locations, ALL, { mount: { path, parentId }, enabled: access.allowed })
  const openRow = useOpenRow()
  if (!access.allowed) return null
  const points = (data?.items ?? []).flatMap(({ id, name, latitude, longitude }) =>
    typeof latitude === 'number' && typeof longitude === 'number'
      ? [{ id, label: String(name), latitude, longitude }]
      : [],
  )
  return (
    <div className="mb-4 shrink-0 overflow-hidden rounded-panel border border-line">
      <WorldMap
        points={points}
        selectedId={openRow.id ?? null}
        onSelect={openRow.open}
        label={t('customers.locationsOnTheMap')}
        emptyText={t('customers.noLocationHasCoordinatesYetAdd')}
        className="h-64"
      />
    </div>
  )
}
