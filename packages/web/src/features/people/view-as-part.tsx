import { api, VIEW_AS_MINUTES } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useState } from 'react'
import { callApi } from '../../lib/api-client.ts'
import { useSession } from '../../lib/session.ts'
import { enterView } from '../../lib/view-as.ts'
import { errorMessage } from '../../resource/error-messages.ts'
import { declared, type ResourceRow } from '../../resource/registry.ts'
import { usePermission } from '../../resource/use-permission.ts'
import { Button } from '../../ui/button.tsx'
import { EyeIcon } from '../../ui/icons.tsx'
import { showToast } from '../../ui/toasts.tsx'

/** Shows the product as another user sees it. Not there for who may not, and for the own account. */
export function ViewAsPart({ user }: { user: ResourceRow }) {
  const session = useSession()
  const { allowed } = usePermission(api.beginViewAs)
  const [busy, setBusy] = useState(false)
  if (!allowed || session?.user.id === user.id) return null
  const begin = async () => {
    setBusy(true)
    try {
      const { id } = await callApi(api.beginViewAs, { params: { id: user.id } })
      enterView(id)
    } catch (error) {
      setBusy(false)
      showToast({ message: errorMessage(declared('user'), error), tone: 'failed' })
    }
  }
  return (
    <section className="grid justify-items-start gap-2 text-13">
      <Button size="dense" busy={busy} onClick={() => void begin()}>
        <EyeIcon size={14} />
        {t('people.viewAsThisUser')}
      </Button>
      <p className="text-text-2">{t('people.viewAsText', { name: String(user.name), minutes: VIEW_AS_MINUTES })}</p>
    </section>
  )
}
