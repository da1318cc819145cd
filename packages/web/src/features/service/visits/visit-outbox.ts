import { api, serviceVisits, type VisitForm } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { callApi } from '../../../lib/api-client.ts'
import { attachEntryFile } from '../../../lib/offline/attach-entry-file.ts'
import type { OutboxEntry } from '../../../lib/offline/outbox.ts'
import type { EntryLine, OutboxKind } from '../../../lib/offline/outbox-kind.ts'
import { queryClient } from '../../../lib/query-client.ts'
import { declared } from '../../../resource/registry.ts'
import { renew } from '../../../resource/resource-queries.ts'
import { showToast } from '../../../ui/toasts.tsx'
import { renewMachines, visitFormKey, visitFormName } from './use-visits.ts'
import { bodyOf, type VisitDraft, type VisitEntry, type VisitEntryValue } from './visit-draft.ts'
import { visitStatusWords } from './visit-words.ts'

/** What a completed visit changes. */
const CHANGED = ['serviceVisit', 'serviceRecord', 'servicePlan', 'serviceRequest']

const valueIn = (entry: OutboxEntry) => entry.value as VisitEntryValue

/** Forms of visits that were filled in on this device. Where somebody else has completed or cancelled the visit meanwhile, the reader sees that and decides. */
export const visitOutbox: OutboxKind = {
  async send(entry) {
    await callApi(api.completeVisit, { params: { id: entry.about }, body: bodyOf(entry as VisitEntry) })
    return entry.about
  },

  sendFile: (visitId, file) => attachEntryFile(serviceVisits.calls.attachFile, visitId, file),

  titleOf: (entry) => t('service.visitOf', { visit: valueIn(entry).subject }),
  addressOf: ({ about }) => `/service/visits/${about}`,
  linesOf: (entry) => linesOfDraft(valueIn(entry).draft),
  currentLinesOf: ({ current }) => (current ? linesOfVisit(current as VisitForm) : []),
  waysOn(entry) {
    const value: VisitEntryValue = { ...valueIn(entry), confirmed: true }
    return [{ label: t('service.addToVisit'), value, next: 'send' }]
  },

  async onSent(entry) {
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: visitFormKey(entry.about) }),
      renewMachines(queryClient, valueIn(entry).machineIDs),
      ...CHANGED.map((name) => renew(queryClient, declared(name), undefined)),
    ])
    showToast({ message: t('service.visitCompleted') })
  },

  async readAhead(id) {
    const form = await callApi(api.visitForm, { params: { id } })
    const machines = form.kind === 'acceptance' ? [...new Set(form.tasks.map(({ machineID }) => machineID))] : []
    return {
      address: `/service/visits/${id}`,
      answers: { [visitFormName(id)]: form },
      leadsTo: machines.map((machineID) => ({ kind: 'acceptanceTest', id: machineID })),
    }
  },
}

function linesOfVisit({ status, changedBy, records }: VisitForm): EntryLine[] {
  const lines = records.flatMap(({ what, doneBy, hours, notes, parts }) => [
    { label: t('service.whatWasDone'), text: what },
    { label: t('service.doneBy'), text: doneBy ?? '' },
    { label: t('service.workingHours'), text: hours === null ? '' : String(hours) },
    { label: t('service.notes'), text: notes ?? '' },
    ...parts.map(({ number, name, quantity, unit }) => {
      return { label: t('service.partsUsed'), text: [quantity, unit, number, name].filter(Boolean).join(' ') }
    }),
  ])
  return [
    { label: t('service.status'), text: visitStatusWords[status] },
    { label: t('service.changedBy'), text: changedBy ?? '' },
    ...lines,
  ].filter(({ text }) => text.trim() !== '')
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
