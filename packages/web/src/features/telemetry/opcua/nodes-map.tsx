import type { OpcuaNode, TagMapEntry } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useNavigate } from '@tanstack/react-router'
import { errorMessage } from '../../../resource/error-messages.ts'
import { declared, type ResourceRow } from '../../../resource/registry.ts'
import { usePermission } from '../../../resource/use-permission.ts'
import { useCreate, useResourceList, useUpdate } from '../../../resource/use-resource.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { entriesFor } from './node-entries.ts'

interface NodesMapProps {
  row: ResourceRow
  chosen: readonly OpcuaNode[]
  onDone: () => void
}

/** Puts nodes into the tag map of the machine, or into a new one, and opens it in the studio. */
export function NodesMap({ row, chosen, onDone }: NodesMapProps) {
  const tagMap = declared('tagMap')
  const access = usePermission(tagMap.calls.create)
  const maps = useResourceList(
    tagMap,
    { machineId: String(row.machineId), source: 'opcua' },
    { enabled: access.allowed },
  )
  const create = useCreate({ resource: tagMap })
  const update = useUpdate({ resource: tagMap })
  const navigate = useNavigate()
  if (!access.allowed || chosen.length === 0) return null
  const map = maps.data?.items[0]
  const error = create.error ?? update.error
  const take = async () => {
    const known = (map?.entries ?? []) as TagMapEntry[]
    const entries = entriesFor(chosen, known)
    const draft = {
      name: t('telemetry.nodesOf', { name: String(row.name) }),
      source: 'opcua',
      machineId: row.machineId,
      entries,
    }
    const saved = await (map === undefined
      ? create.mutateAsync(draft)
      : update.mutateAsync({ id: map.id, change: { entries, rowVersion: map.rowVersion } })
    ).catch(() => undefined)
    if (saved === undefined) return
    onDone()
    await navigate({ href: `/telemetry/tag-maps/${saved.id}` })
  }
  const count = chosen.length
  return (
    <div className="sticky bottom-0 grid justify-items-start gap-2 border-t border-line bg-surface py-3">
      {error && <Alert tone="bad">{errorMessage(tagMap, error)}</Alert>}
      <Button
        variant="primary"
        busy={create.isPending || update.isPending}
        disabled={maps.isPending}
        onClick={() => void take()}
      >
        {map === undefined
          ? t('telemetry.makeATagMapOf', { count })
          : t('telemetry.addTo', { count, name: String(map.name) })}
      </Button>
      <p className="text-12 text-text-2">{t('telemetry.inTheStudioYouCheckWhat')}</p>
    </div>
  )
}
