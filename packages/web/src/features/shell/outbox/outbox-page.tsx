import { t } from '@packhouse/messages'
import { useState } from 'react'
import { useDocumentTitle } from '../../../lib/document-title.ts'
import { sendWaiting, useOutbox } from '../../../lib/offline/own-outbox.ts'
import { useOnline } from '../../../lib/offline/use-online.ts'
import { useSession } from '../../../lib/session.ts'
import { useSearchChoice } from '../../../lib/use-search-choice.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Page, PageHead } from '../../../ui/page.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { useSignOut } from '../use-sign-out.ts'
import { OutboxRow } from './outbox-row.tsx'

/** What the reader has entered on this device and the server does not have yet. */
export function OutboxPage() {
  useDocumentTitle(t('outbox.title'))
  const entries = useOutbox()
  const owner = useSession()?.user.id
  const isOnline = useOnline()
  const [isSending, setSending] = useState(false)
  const [leaving] = useSearchChoice('leaving', ['', 'yes'], '')
  const signOut = useSignOut()
  const send = async () => {
    if (owner === undefined || isSending) return
    setSending(true)
    await sendWaiting(owner).finally(() => setSending(false))
  }
  return (
    <Page>
      <PageHead title={t('outbox.title')} subtitle={t('outbox.subtitle')}>
        {entries.some(({ state }) => state === 'waiting') && (
          <Button variant="primary" busy={isSending} onClick={() => void send()}>
            {t('outbox.sendNow')}
          </Button>
        )}
      </PageHead>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {!isOnline && <Alert tone="info">{t('outbox.noConnection')}</Alert>}
        {leaving === 'yes' && entries.length > 0 && (
          <Alert tone="warn">
            <p>{t('outbox.signingOutRemoves', { count: entries.length })}</p>
            <Button
              variant="danger"
              size="dense"
              className="mt-2"
              onClick={() => void signOut({ removesUnsent: true })}
            >
              {t('outbox.signOutAndRemove')}
            </Button>
          </Alert>
        )}
        {entries.length === 0 && (
          <Panel>
            <EmptyState title={t('outbox.nothing')}>{t('outbox.nothingAbout')}</EmptyState>
          </Panel>
        )}
        {owner !== undefined && entries.length > 0 && (
          <ul className="grid gap-4">
            {entries.map((entry) => (
              <OutboxRow key={entry.id} owner={owner} entry={entry} />
            ))}
          </ul>
        )}
      </div>
    </Page>
  )
}
