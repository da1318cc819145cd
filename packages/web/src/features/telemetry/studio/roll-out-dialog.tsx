import { api } from '@packhouse/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { callApi } from '../../../lib/api-client.ts'
import { Alert } from '../../../ui/alert.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { showToast } from '../../../ui/toasts.tsx'
import type { Studio } from './use-studio.ts'

interface RollOutDialogProps {
  studio: Studio
  /** Null takes the map out of use. */
  version: number | null
  onClose: () => void
}

/** Asks before machines are read in another way, and says which ones. */
export function RollOutDialog({ studio, version, onClose }: RollOutDialogProps) {
  const { map, rollOut } = studio
  const [failure, setFailure] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  const reach = useQuery({
    queryKey: ['tag-map', map.id, 'reach'],
    queryFn: ({ signal }) => callApi(api.tagMapReach, { params: { id: map.id } }, { signal }),
    staleTime: 0,
  })
  const act = actOf(map.activeVersion, version)
  const confirm = async () => {
    setIsBusy(true)
    try {
      await rollOut(version)
      showToast({ message: version === null ? 'Taken out of use' : `Version ${version} is in use` })
      onClose()
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error))
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <ConfirmDialog
      open
      title={version === null ? `Take ${map.name} out of use?` : `${act} version ${version} of ${map.name}?`}
      confirm={act}
      tone={version === null ? 'danger' : 'primary'}
      busy={isBusy}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    >
      <div className="grid gap-2">
        <p>
          {reach.data
            ? reachWords(reach.data, map.topicFilter)
            : reach.isError
              ? 'Which machines it concerns could not be read.'
              : 'Counting the machines …'}
        </p>
        <p>It takes effect within 2 seconds{version === null ? '.' : ', and can be rolled back.'}</p>
        {failure !== undefined && (
          <Alert tone="bad" className="text-13">
            {failure}
          </Alert>
        )}
      </div>
    </ConfirmDialog>
  )
}

function actOf(active: number | null, version: number | null): string {
  if (version === null) return 'Take out of use'
  return active !== null && version < active ? 'Roll back to' : 'Roll out'
}

function reachWords(
  { count, machineIDs, machineType }: { count: number; machineIDs: string[]; machineType: string | null },
  topicFilter: string | null,
): string {
  const machines = count === 1 ? '1 machine' : `${count.toLocaleString()} machines`
  const type = machineType === null ? '' : ` of the type ${machineType}`
  const more = count > machineIDs.length ? ' and others' : ''
  const topics = topicFilter === null ? '' : ` Besides, every machine that a topic ${topicFilter} names.`
  if (count === 0) return `No registered machine${type} is concerned yet.${topics}`
  return `It concerns ${machines}${type}: ${machineIDs.join(', ')}${more}.${topics}`
}
