import { api } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { callApi } from '../../../lib/api-client.ts'
import { formatPlainDate } from '../../../lib/format/dates.ts'
import { attachEntryFile } from '../../../lib/offline/attach-entry-file.ts'
import type { EntryLine, OutboxKind } from '../../../lib/offline/outbox-kind.ts'
import { queryClient } from '../../../lib/query-client.ts'
import { showToast } from '../../../ui/toasts.tsx'
import { requestWords } from '../service-views.ts'
import { requestsKey } from '../use-machine-service.ts'
import { bodyOf, type RequestDraft, type RequestEntry } from './request-draft.ts'

/** Service requests that were typed on this device. */
export const requestOutbox: OutboxKind = {
  async send(entry) {
    const body = bodyOf(entry as RequestEntry)
    return (await callApi(api.askForService, { params: { id: entry.about }, body })).requestId
  },

  sendFile: (requestId, file) => attachEntryFile(api.addRequestPhoto, requestId, file),

  titleOf: ({ about }) => t('service.requestOf', { machine: about }),
  addressOf: ({ about }) => `/machines/${encodeURIComponent(about)}?ask=service`,
  linesOf: ({ value }) => linesOfDraft(value as RequestDraft),
  // Nobody else changes a request before it is sent.
  currentLinesOf: () => [],
  waysOn: ({ value }) => [{ label: t('service.send'), value, next: 'send' }],

  async onSent({ about }) {
    await queryClient.invalidateQueries({ queryKey: requestsKey(about) })
    showToast({ message: t('service.serviceAskedFor') })
  },
}

function linesOfDraft({ texts: { subject, details, phone, wantedOn }, urgency }: RequestDraft): EntryLine[] {
  return [
    { label: t('service.whatIsWrong'), text: subject },
    { label: t('service.details'), text: details },
    { label: t('service.urgency'), text: requestWords[urgency] },
    { label: t('service.phoneToCall'), text: phone },
    { label: t('service.wantedBy'), text: wantedOn && formatPlainDate(wantedOn) },
  ].filter(({ text }) => text.trim() !== '')
}
