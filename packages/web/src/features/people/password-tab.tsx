import { api } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { callApi } from '../../lib/api-client.ts'
import { useSession } from '../../lib/session.ts'
import { errorMessage } from '../../resource/error-messages.ts'
import { declared, type ResourceRow } from '../../resource/registry.ts'
import { renew } from '../../resource/resource-queries.ts'
import { permissionFor } from '../../resource/use-permission.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toasts.tsx'

/** The ways to a password: an email with a link, or staff set it. */
export function PasswordTab({ user }: { user: ResourceRow }) {
  const session = useSession()
  if (session?.user.id === user.id) {
    return <p className="text-13 text-text-2">{t('people.thisIsYourOwnAccountChange')}</p>
  }
  const { allowed, permission } = permissionFor(session, api.sendInvitation)
  if (!allowed) return <p className="text-13 text-text-2">{t('people.forThisYouNeedThePermission', { permission })}</p>
  return (
    <div className="grid gap-6">
      <LinkPart user={user} />
      <SetPart user={user} />
    </div>
  )
}

function LinkPart({ user }: { user: ResourceRow }) {
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const isInvited = ['new', 'invited', 'expired'].includes(String(user.status))
  const send = async () => {
    setBusy(true)
    try {
      await callApi(isInvited ? api.sendInvitation : api.sendPasswordReset, { params: { id: user.id } })
      const email = String(user.email)
      await renew(client, declared('user'))
      showToast({
        message: isInvited ? t('people.invitationForWasMade', { email }) : t('people.linkForWasMade', { email }),
      })
    } catch (error) {
      showToast({ message: errorMessage(declared('user'), error), tone: 'failed' })
    }
    setBusy(false)
  }
  return (
    <section className="grid justify-items-start gap-2 text-13">
      <h3 className="font-sans text-14 font-semibold">
        {isInvited ? t('people.invitation') : t('people.linkForANewPassword')}
      </h3>
      <p className="text-text-2">{isInvited ? t('people.aMailWithALinkValid') : t('people.aMailWithALinkValidFor')}</p>
      <Button busy={busy} onClick={() => void send()}>
        {isInvited ? t('people.sendTheInvitation') : t('people.sendTheLink')}
      </Button>
    </section>
  )
}

function SetPart({ user }: { user: ResourceRow }) {
  const client = useQueryClient()
  const form = useRef<HTMLFormElement>(null)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const save = async (event: FormEvent) => {
    event.preventDefault()
    const password = String(new FormData(form.current ?? undefined).get('password') ?? '')
    if (password === '') return setFailure(t('people.enterAPassword'))
    setBusy(true)
    setFailure(undefined)
    try {
      await callApi(api.setUserPassword, { params: { id: user.id }, body: { password } })
      form.current?.reset()
      await renew(client, declared('user'))
      showToast({ message: t('people.hasANewPasswordAndWas', { name: String(user.name) }) })
    } catch (error) {
      setFailure(errorMessage(declared('user'), error))
    }
    setBusy(false)
  }
  return (
    <form ref={form} onSubmit={(event) => void save(event)} noValidate className="grid gap-3">
      <h3 className="font-sans text-14 font-semibold">{t('people.setAPassword')}</h3>
      <TextField label={t('general.newPassword')} name="password" type="password" autoComplete="new-password" />
      {failure !== undefined && <Alert tone="bad">{failure}</Alert>}
      <div>
        <Button type="submit" busy={busy}>
          {t('people.setThePassword')}
        </Button>
      </div>
    </form>
  )
}
