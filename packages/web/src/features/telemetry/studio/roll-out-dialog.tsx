import { api, type CallResult } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { callApi } from '../../../lib/api-client.ts'
import { Alert } from '../../../ui/alert.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { showToast } from '../../../ui/toasts.tsx'
import type { Studio } from './use-studio.ts'

interface RollOutDialogProps {
  studio: Studio
  /** Null deactivates the map. */
  version: number | null
  onClose: () => void
}

/** Asks before another version reads machines, and names these machines. */
export function RollOutDialog({ studio, version, onClose }: RollOutDialogProps) {
  const { map, rollOut } = studio
  const [failure, setFailure] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  const reach = useQuery({
    queryKey: ['tag-map', map.id, 'reach'],
    queryFn: ({ signal }) => callApi(api.tagMapReach, { params: { id: map.id } }, { signal }),
    staleTime: 0,
  })
  const isRollBack = version !== null && map.activeVersion !== null && version < map.activeVersion
  const confirm = async () => {
    setIsBusy(true)
    try {
      await rollOut(version)
      showToast({
        message: version === null ? t('telemetry.takenOutOfUse') : t('telemetry.versionIsInUse', { version }),
      })
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
      title={titleOf(map.name, version, isRollBack)}
      confirm={
        version === null
          ? t('telemetry.takeOutOfUseLabel')
          : isRollBack
            ? t('telemetry.rollBack')
            : t('telemetry.rollOut')
      }
      tone={version === null ? 'danger' : 'primary'}
      busy={isBusy}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    >
      <div className="grid gap-2">
        <p>
          {reach.data
            ? reachWords(reach.data)
            : reach.isError
              ? t('telemetry.whichMachinesItConcernsCouldNot')
              : t('telemetry.countingTheMachines')}
        </p>
        {reach.data && map.topicFilter?.includes('{machineID}') && (
          <p>{t('telemetry.besidesEveryMachineThatATopic', { topicFilter: map.topicFilter })}</p>
        )}
        <p>
          {version === null
            ? t('telemetry.itTakesEffectWithin2Seconds')
            : t('telemetry.itTakesEffectAndCanBeRolledBack')}
        </p>
        {failure !== undefined && (
          <Alert tone="bad" className="text-13">
            {failure}
          </Alert>
        )}
      </div>
    </ConfirmDialog>
  )
}

function titleOf(name: string, version: number | null, isRollBack: boolean): string {
  if (version === null) return t('telemetry.takeOutOfUse', { name })
  return isRollBack
    ? t('telemetry.rollBackQuestion', { name, version })
    : t('telemetry.rollOutQuestion', { name, version })
}

/** Which machines a map reads, as a sentence. */
function reachWords({ count, machineIDs: ids, machineType }: CallResult<typeof api.tagMapReach>): string {
  if (count === 0) {
    return machineType === null
      ? t('telemetry.affectsNoMachineYet')
      : t('telemetry.affectsNoMachineOfTypeYet', { machineType })
  }
  const list = ids.join(', ')
  const machineIDs = count > ids.length ? t('telemetry.listAndOthers', { list }) : list
  return machineType === null
    ? t('telemetry.affectsMachines', { count, machineIDs })
    : t('telemetry.affectsMachinesOfType', { count, machineType, machineIDs })
}
