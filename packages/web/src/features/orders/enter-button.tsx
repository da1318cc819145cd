import { api, MAX_MACHINES_OF_LINE } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { callApi } from '../../lib/api-client.ts'
import { usePermission } from '../../resource/use-permission.ts'
import { Button } from '../../ui/button.tsx'
import { useWork } from './use-ordered.ts'

/** Enters the machines of quotes that were accepted by an earlier release. */
export function EnterButton() {
  const { isBusy, run } = useWork()
  if (!usePermission(api.enterOrderedMachines).allowed) return null
  const enter = async () => {
    const { entered, notEntered } = await callApi(api.enterOrderedMachines, {})
    if (notEntered === 0) return t('orders.entered', { count: entered })
    return t('orders.enteredWithout', { count: entered, without: notEntered, max: MAX_MACHINES_OF_LINE })
  }
  return (
    <Button size="dense" busy={isBusy} onClick={() => void run(enter)}>
      {t('orders.enterAccepted')}
    </Button>
  )
}
