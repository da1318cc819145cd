import { api } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { callApi } from '../../lib/api-client.ts'
import { useSession } from '../../lib/session.ts'
import { errorMessage } from '../../resource/error-messages.ts'
import { declared, type ResourceRow } from '../../resource/registry.ts'
import { renew } from '../../resource/resource-queries.ts'
import { permissionFor } from '../../resource/use-permission.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { showToast } from '../../ui/toasts.tsx'

/** Whether a user has a second factor; switches it off for users who have lost it. */
export function SecondFactorTab({ user }: { user: ResourceRow }) {
  const session = useSession()
  const queries = useQueryClient()
  const [asked, setAsked] = useState(false)
  const [busy, setBusy] = useState(false)
  const resource = declared('user')
  const isOwn = session?.user.id === user.id
  const mayEnd = user.secondFactor === true && !isOwn && permissionFor(session, api.endSecondFactorOfUser).allowed
  const end = async () => {
    setAsked(false)
    setBusy(true)
    try {
      await callApi(api.endSecondFactorOfUser, { params: { id: user.id } })
      await renew(queries, resource)
      showToast({ message: t('people.secondFactorOfSwitchedOff', { name: String(user.name) }) })
    } catch (error) {
      showToast({ message: errorMessage(resource, error), tone: 'failed' })
    }
    setBusy(false)
  }
  return (
    <div className="grid justify-items-start gap-3 text-13">
      <p className="text-text-2">{wordsOf(user.secondFactor === true, isOwn)}</p>
      {mayEnd && (
        <Button variant="danger" busy={busy} onClick={() => setAsked(true)}>
          {t('people.switchOffTheSecondFactor')}
        </Button>
      )}
      <ConfirmDialog
        open={asked}
        title={t('people.switchOffTheSecondFactorOf', { name: String(user.name) })}
        confirm={t('general.switchOff')}
        onConfirm={() => void end()}
        onCancel={() => setAsked(false)}
      >
        {t('people.theAppTheRecoveryCodesAnd')}
      </ConfirmDialog>
    </div>
  )
}

function wordsOf(isOn: boolean, isOwn: boolean): string {
  if (!isOn) return t('people.thisUserSignsInWithThe')
  if (isOwn) return t('people.youHaveASecondFactorSwitch')
  return t('people.thisUserHasASecondFactor')
}
