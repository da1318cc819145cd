import { t } from '@packhouse/messages'
import { NEW } from '../../resource/drawer/resource-drawer.tsx'
import { type OpenForm, useOpenForm } from '../../resource/form/open-form.tsx'
import { declared, type ResourceRow } from '../../resource/registry.ts'
import { usePermission } from '../../resource/use-permission.ts'
import { useResourceList } from '../../resource/use-resource.ts'
import type { OpenedRelated } from '../../resource/view.ts'
import { WorldMap } from '../../ui/world-map.tsx'
import type { WorldMapPoint } from '../../ui/world-map-points.ts'

const ALL = { pageSize: '200' }

interface LocationMapProps {
  path: string
  parentId: string
  opened: OpenedRelated
}

/**
 * The places of a customer or a supplier on the map; pressing one opens it beside the list. While one is open, a press on
 * the map gives it the coordinates of that place, and its pin is where its form says.
 */
export function LocationMap({ path, parentId, opened }: LocationMapProps) {
  const locations = declared('location')
  const access = usePermission(locations.calls.list)
  const { data } = useResourceList(locations, ALL, { mount: { path, parentId }, enabled: access.allowed })
  const form = useOpenForm('location')
  if (!access.allowed) return null
  const points = (data?.items ?? []).filter(({ id }) => id !== form?.id).flatMap(pointOf)
  return (
    <div className="mb-4 shrink-0 overflow-hidden rounded-panel border border-line">
      <WorldMap
        points={form ? [...points, ...pointOf(rowOf(form))] : points}
        selectedId={opened.id ?? null}
        {...(opened.open && { onSelect: opened.open })}
        onPlace={form && ((at) => form.fill({ ...at }))}
        label={t('customers.locationsOnTheMap')}
        emptyText={data ? t('customers.noLocationHasCoordinatesYetAdd') : null}
        className="h-64"
      />
    </div>
  )
}

/** The row as its form would make it. */
function rowOf({ id = NEW, values }: OpenForm): LocationRow {
  return { ...values, id, name: values.name || t('resource.newOf', { noun: declared('location').noun[0] }) }
}

type LocationRow = Pick<ResourceRow, 'id'> & Readonly<Record<string, unknown>>

/** Its point on the map, if it has coordinates; what is typed into a form may be none. */
function pointOf({ id, name, latitude, longitude }: LocationRow): WorldMapPoint[] {
  const isPlace = isWithin(latitude, 90) && isWithin(longitude, 180)
  return isPlace ? [{ id, label: String(name), latitude, longitude }] : []
}

function isWithin(value: unknown, most: number): value is number {
  return typeof value === 'number' && Math.abs(value) <= most
}
