import { api, serviceVisits } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { callApi } from '../../../lib/api-client.ts'
import { attachEntryFile } from '../../../lib/offline/attach-entry-file.ts'
import type { OutboxEntry } from '../../../lib/offline/outbox.ts'
import type { EntryLine, OutboxKind } from '../../../lib/offline/outbox-kind.ts'
import { queryClient } from '../../../lib/query-client.ts'
import { declared } from '../../../resource/registry.ts'
import { renew } from '../../../resource/resource-queries.ts'
import { showToast } from '../../../ui/toasts.tsx'
import { renewMachines, visitFormKey } from './use-visits.ts'
import { bodyOf, type VisitDraft, type VisitEntry, type VisitEntryValue } from './visit-draft.ts'

/** What a completed visit changes. */
const CHANGED = ['serviceVisit', 'serviceRecord', 'servicePlan', 'serviceRequest']

const valueIn = (entry: OutboxEntry) => entry.value as VisitEntryValue

/** Forms of visits that were filled in on this device. A visit is done once: no version of somebody else is beside it, another form is refused. */
export const visitOutbox: OutboxKind = {
  async send(entry) {
    await callApi(api.completeVisit, { params: { id: entry.about }, body: bodyOf(entry as VisitEntry) })
    return entry.about
  },

  sendFile: (visitId, file) => attachEntryFile(serviceVisits.calls.attachFile, visitId, file),

  titleOf: (entry) => t('service.visitOf', { visit: valueIn(entry).subject }),
  addressOf: ({ about }) => `/service/visits/${about}`,
  linesOf: (entry) => linesOfDraft(valueIn(entry).draft),
  currentLinesOf: () => [],
  sendBeside: t('service.completeVisit'),
  afterSeeing: valueIn,

  async onSent(entry) {
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: visitFormKey(entry.about) }),
      renewMachines(queryClient, valueIn(entry).machineIDs),
      ...CHANGED.map((name) => renew(queryClient, declared(name), undefined)),
    ])
    showToast({ message: t('service.visitCompleted') })
  },
}

function linesOfDraft({ tasks, signer }: VisitDraft): EntryLine[] {
  const lines = tasks
    .filter(({ isDone }) => isDone)
    .flatMap(({ what, hours, notes, parts }) => [
      { label: t('service.whatWasDone'), text: what },
      { label: t('service.workingHours'), text: hours },
      { label: t('service.notes'), text: notes },
      ...parts.map(({ label, quantity, unit }) => {
        return { label: t('service.partsUsed'), text: [quantity, unit, label].filter(Boolean).join(' ') }
      }),
    ])
  return [...lines, { label: t('service.nameOfSigner'), text: signer }].filter(({ text }) => text.trim() !== '')
}
