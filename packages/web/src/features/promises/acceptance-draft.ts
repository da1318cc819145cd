import type {
  AcceptanceTestKind,
  CallInput,
  MachinePromises,
  recordAcceptanceTest,
  ShownAcceptanceTest,
  SignatureDrawing,
} from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { siteClock } from '../../lib/format/site-clock.ts'
import type { OutboxEntry } from '../../lib/offline/outbox.ts'
import { numberOf } from './number-of.ts'

export const ACCEPTANCE_ENTRY = 'acceptanceTest'

export const acceptanceKindWords: Readonly<Record<AcceptanceTestKind, string>> = {
  factory: t('promises.factoryTest'),
  site: t('promises.siteTest'),
}

interface Texts {
  testedOn: string
  hours: string
  product: string
  witness: string
  openPoints: string
}

/** What is signed, as a text, goes with it: what is changed afterwards was not signed. */
interface DraftSignature {
  name: string
  drawing: SignatureDrawing
  signedAt: string
  of: string
}

export type Seen = { id: string; rowVersion: number } | null

/** An acceptance test as it is entered, whole enough to be shown and sent without asking anything. */
export interface AcceptanceDraft {
  machineId: string
  kind: AcceptanceTestKind
  accepted: boolean
  texts: Texts
  /** What was typed, by the id of the promise. */
  values: Readonly<Record<string, string>>
  promises: readonly { id: string; name: string; figure: number; unit: string }[]
  signature: DraftSignature
  /** The test of each kind that was recorded last when the entry was begun. */
  seen: Readonly<Record<AcceptanceTestKind, Seen>>
}

export type AcceptanceEntry = OutboxEntry<AcceptanceDraft>

/** An entry of today. @param tests that are recorded of the machine, the newest first */
export function newEntry(actual: MachinePromises, tests: readonly ShownAcceptanceTest[], now: number): AcceptanceEntry {
  const seen = (kind: AcceptanceTestKind) => seenOf(tests.find((test) => test.kind === kind))
  const value: AcceptanceDraft = {
    ...{ machineId: actual.machineId, kind: 'factory', accepted: false, values: {} },
    texts: {
      testedOn: siteClock(actual.timeZone).dateOf(now),
      ...{ hours: '', product: '', witness: '', openPoints: '' },
    },
    promises: actual.promises.map(({ id, name, figure, unit }) => ({ id, name, figure, unit })),
    signature: { name: '', drawing: [], signedAt: '', of: '' },
    seen: { factory: seen('factory'), site: seen('site') },
  }
  return {
    ...{ id: crypto.randomUUID(), kind: ACCEPTANCE_ENTRY, about: actual.machineID, state: 'draft', value },
    ...{ begunAt: now, changedAt: now },
  }
}

export function seenOf(test: Pick<ShownAcceptanceTest, 'id' | 'rowVersion'> | undefined | null): Seen {
  return test ? { id: test.id, rowVersion: test.rowVersion } : null
}

/** Everything that is signed. */
export function signedOf({ kind, accepted, texts, values }: AcceptanceDraft): string {
  return JSON.stringify([kind, accepted, texts, Object.entries(values).sort()])
}

/** A draft with another signature. A drawing that goes on, and another name beside it, are still of what was signed first. */
export function withSignature(draft: AcceptanceDraft, change: Partial<DraftSignature>): AcceptanceDraft {
  const signature = { ...draft.signature, ...change }
  const goesOn = draft.signature.drawing.length > 0 && signature.drawing.length > 0
  if (goesOn) return { ...draft, signature }
  return { ...draft, signature: { ...signature, of: signedOf(draft), signedAt: new Date().toISOString() } }
}

/** The promises that something was measured of. */
function measuredOf({ promises, values }: AcceptanceDraft) {
  return promises.filter(({ id }) => (values[id] ?? '').trim() !== '')
}

/** @returns why a draft cannot be sent yet */
export function faultOf(draft: AcceptanceDraft): string | undefined {
  const { texts, values, signature } = draft
  if (texts.testedOn === '') return t('promises.enterTheDay')
  if (texts.product.trim() === '') return t('promises.enterTheProduct')
  const measured = measuredOf(draft)
  if (measured.length === 0) return t('promises.enterAMeasuredValue')
  const others = [
    [texts.hours, t('promises.length')],
    [texts.openPoints, t('promises.openPointsLabel')],
  ] as const
  const odd = others.find(([typed]) => typed.trim() !== '' && numberOf(typed) === undefined)
  if (odd) return t('promises.valueIsNoNumber', { promise: odd[1] })
  const wrong = measured.find(({ id }) => numberOf(values[id] ?? '') === undefined)
  if (wrong) return t('promises.valueIsNoNumber', { promise: wrong.name })
  if (signature.name.trim() === '') return signature.drawing.length > 0 ? t('service.enterTheName') : undefined
  return signature.of === signedOf(draft) ? undefined : t('promises.changedSinceSigned')
}

/** What is sent of an entry. */
export function bodyOf({ id, value }: AcceptanceEntry): CallInput<typeof recordAcceptanceTest>['body'] {
  const { machineId, kind, accepted, texts, values, signature, seen } = value
  const { name, drawing, signedAt } = signature
  return {
    ...{ entryId: id, seen: seen[kind] },
    test: {
      ...{ machineId, kind, accepted, testedOn: texts.testedOn },
      hours: numberOf(texts.hours) ?? null,
      product: texts.product.trim(),
      witness: texts.witness.trim() || null,
      openPoints: numberOf(texts.openPoints) ?? 0,
      results: measuredOf(value).map((promise) => ({
        promiseId: promise.id,
        value: numberOf(values[promise.id] ?? '') ?? 0,
      })),
    },
    signature:
      name.trim() === '' ? null : { name: name.trim(), drawing: drawing.length > 0 ? [...drawing] : null, signedAt },
  }
}
