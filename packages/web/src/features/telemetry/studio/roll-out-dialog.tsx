import { api } from '@packhouse/contract'
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
      title={
        version === null
          ? t('telemetry.takeOutOfUse', { name: map.name })
          : t('telemetry.versionOfActVersionName', { act, version, name: map.name })
      }
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
              ? t('telemetry.whichMachinesItConcernsCouldNot')
              : t('telemetry.countingTheMachines')}
        </p>
        <p>
          {t('telemetry.itTakesEffectWithin2Seconds', {
            value: version === null ? '.' : t('telemetry.andCanBeRolledBack'),
          })}
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

function actOf(active: number | null, version: number | null): string {
  if (version === null) return t('telemetry.takeOutOfUseLabel')
  return active !== null && version < active ? t('telemetry.rollBackTo') : t('telemetry.rollOut')
}

function reachWords(
  { count, machineIDs, machineType }: { count: number; machineIDs: string[]; machineType: string | null },
  topicFilter: string | null,
): string {
  const machines = count === 1 ? '1 machine' : t('telemetry.machines', { count })
  const type = machineType === null ? '' : ` ${t('telemetry.ofTheType', { machineType })}`
  const more = count > machineIDs.length ? ` ${t('telemetry.andOthers')}` : ''
  const topics = topicFilter === null ? '' : ` ${t('telemetry.besidesEveryMachineThatATopic', { topicFilter })}`
  if (count === 0) return t('telemetry.noRegisteredMachineIsConcernedYet', { type, topics })
  return t('telemetry.itConcerns', { machines, type, join: machineIDs.join(', '), more, topics })
}
