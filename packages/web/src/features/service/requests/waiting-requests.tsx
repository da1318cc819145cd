import { t } from '@packhouse/messages'
import { OUTBOX_ADDRESS } from '../../../lib/offline/outbox-address.ts'
import { useOutbox } from '../../../lib/offline/own-outbox.ts'
import { Alert } from '../../../ui/alert.tsx'
import { AppLink } from '../../../ui/app-link.tsx'
import { REQUEST_ENTRY, type RequestEntry } from './request-draft.ts'

/** The requests for a machine that are on this device and not sent yet. @param id machine ID */
export function WaitingRequests({ id }: { id: string }) {
  const ofMachine = useOutbox().filter(({ kind, about }) => kind === REQUEST_ENTRY && about === id) as RequestEntry[]
  return ofMachine
    .filter(({ state }) => state !== 'draft')
    .map(({ id: entryId, state, reason, value }) => (
      <Alert key={entryId} tone={state === 'waiting' ? 'info' : 'bad'} className="mb-4">
        <p>{state === 'waiting' ? t('service.requestWaits') : (reason ?? t('outbox.refused'))}</p>
        <p className="wrap-anywhere" translate="no">
          {value.texts.subject}
        </p>
        <AppLink href={OUTBOX_ADDRESS} className="inline-block underline underline-offset-3 max-md:py-2.5">
          {t('outbox.title')}
        </AppLink>
      </Alert>
    ))
}
