import { api } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useState } from 'react'
import { callApi } from '../../../lib/api-client.ts'
import { useSession } from '../../../lib/session.ts'
import { errorMessage } from '../../../resource/error-messages.ts'
import { declared } from '../../../resource/registry.ts'
import { permissionFor } from '../../../resource/use-permission.ts'
import { Button } from '../../../ui/button.tsx'
import { showToast } from '../../../ui/toasts.tsx'

/** Mails the report of the last month to whoever asks, as a test. */
export function SendNowTab({ scheduleId }: { scheduleId: string }) {
  const session = useSession()
  const [busy, setBusy] = useState(false)
  const { allowed, permission } = permissionFor(session, api.sendReportToMe)
  const send = async () => {
    setBusy(true)
    try {
      const { recipient, isSent, replaced } = await callApi(api.sendReportToMe, { params: { id: scheduleId } })
      if (replaced.length > 0)
        showToast({ message: t('documents.replaced', { characters: replaced.join(' ') }), tone: 'failed' })
      showToast({ message: isSent ? t('monthlyReport.onItsWay', { recipient }) : t('monthlyReport.isStored') })
    } catch (error) {
      showToast({ message: errorMessage(declared('reportSchedule'), error), tone: 'failed' })
    }
    setBusy(false)
  }
  return (
    <div className="grid justify-items-start gap-3 text-13">
      <p className="text-text-2">{t('monthlyReport.aTestForYou')}</p>
      {allowed ? (
        <Button busy={busy} onClick={() => void send()}>
          {t('monthlyReport.sendItToMe')}
        </Button>
      ) : (
        <p className="text-text-2">{t('resource.toChangeItYouNeedThe', { permission })}</p>
      )}
    </div>
  )
}
