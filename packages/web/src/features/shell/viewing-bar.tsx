import { api } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useState } from 'react'
import { callApi } from '../../lib/api-client.ts'
import { dateFormat } from '../../lib/format/date-formats.ts'
import { useSession } from '../../lib/session.ts'
import { leaveView } from '../../lib/view-as.ts'
import { Button } from '../../ui/button.tsx'
import { EyeIcon } from '../../ui/icons.tsx'

/** Says over every screen whose product is seen, until when, and ends it. */
export function ViewingBar() {
  const session = useSession()
  const [busy, setBusy] = useState(false)
  if (!session?.viewing) return null
  const { user, viewing } = session
  const end = async () => {
    setBusy(true)
    // Where the server is away it ends by itself; here it ends in any case.
    await callApi(api.endViewAs).catch(() => undefined)
    leaveView(`/people/users?open=${user.id}`)
  }
  return (
    <section
      aria-label={t('shell.viewingBar')}
      data-viewing-bar
      className="sticky top-0 z-41 flex h-11 items-center gap-4 border-b border-line-2 bg-warn-soft px-8 text-13 text-text max-[1020px]:px-4"
    >
      <EyeIcon className="shrink-0 text-warn" />
      <b className="min-w-0 truncate font-semibold">
        {t('shell.viewingAs', { name: `${user.first_name} ${user.last_name}` })}
      </b>
      <span className="shrink-0 max-md:hidden">
        {t('shell.viewingEnds', { time: dateFormat('time').format(new Date(viewing.endsAt)) })}
      </span>
      <Button size="dense" className="ms-auto shrink-0" busy={busy} onClick={() => void end()}>
        {t('shell.endViewing')}
      </Button>
    </section>
  )
}
