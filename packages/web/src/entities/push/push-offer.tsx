import { t } from '@packhouse/messages'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { pushObstacle } from '../../lib/push-device.ts'
import { Button } from '../../ui/button.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { pushQuery, useAddDevice, useOwnFingerprint } from './use-push.ts'

/** Offers notifications where this browser can show them and does not yet. */
export function PushOffer() {
  const isPossible = pushObstacle() === undefined
  const own = useOwnFingerprint()
  const { data } = useQuery({ ...pushQuery, enabled: isPossible && own !== undefined })
  const { add, isAdding, isAdded, failure } = useAddDevice(data?.publicKey)
  useEffect(() => {
    if (failure !== null) showToast({ message: failure, tone: 'failed' })
  }, [failure])
  useEffect(() => {
    if (isAdded) showToast({ message: t('settings.thisDeviceGetsAlarms') })
  }, [isAdded])
  const isKnown = data?.devices.some(({ fingerprint }) => fingerprint === own)
  if (!isPossible || own === undefined || data === undefined || isKnown) return null
  return (
    <Button size="dense" className="ms-auto" busy={isAdding} onClick={add}>
      {t('settings.getAlarmsHere')}
    </Button>
  )
}
