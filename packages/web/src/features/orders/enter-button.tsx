import { api } from '@packhouse/contract'
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
    const { entered } = await callApi(api.enterOrderedMachines, {})
    return t('orders.entered', { count: entered })
  }
  return (
    <Button size="dense" busy={isBusy} onClick={() => void run(enter)}>
      {t('orders.enterAccepted')}
    </Button>
  )
}
