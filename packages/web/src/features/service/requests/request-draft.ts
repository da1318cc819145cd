import type { askForService, CallInput, RequestUrgency } from '@packhouse/contract'
import type { OutboxEntry } from '../../../lib/offline/outbox.ts'

export const REQUEST_ENTRY = 'serviceRequest'

/** A service request as it is typed. */
export interface RequestDraft {
  texts: Readonly<Record<'subject' | 'details' | 'phone' | 'wantedOn', string>>
  urgency: RequestUrgency
}

export type RequestEntry = OutboxEntry<RequestDraft>

/** An entry about a machine without a draft on this device. @param now Unix ms */
export function newEntry(machineID: string, now: number): RequestEntry {
  const value: RequestDraft = { texts: { subject: '', details: '', phone: '', wantedOn: '' }, urgency: 'soon' }
  const about = { id: crypto.randomUUID(), kind: REQUEST_ENTRY, about: machineID }
  return { ...about, state: 'draft', value, begunAt: now, changedAt: now }
}

/** The body of the call: the same again is answered like the first time. */
export function bodyOf({ id, value: { texts, urgency } }: RequestEntry): CallInput<typeof askForService>['body'] {
  return {
    ...{ entryId: id, subject: texts.subject.trim(), urgency },
    details: texts.details.trim() || null,
    phone: texts.phone.trim() || null,
    wantedOn: texts.wantedOn || null,
  }
}
