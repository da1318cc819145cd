import type {
  AcceptanceTestKind,
  acceptanceTests,
  CallInput,
  ChangedFigures,
  Draft,
  MachinePromises,
  OrderTests,
  recordAcceptanceTest,
  ShownAcceptanceTest,
  SignatureDrawing,
} from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { siteClock } from '../../lib/format/site-clock.ts'
import type { OutboxEntry } from '../../lib/offline/outbox.ts'
import {
  figuresOfMachine,
  figuresOfOrder,
  type MeasuredFigure,
  presentFigures,
  seenFigures,
  shownOf,
} from './measured-figures.ts'
import { numberOf } from './number-of.ts'

/** The kinds of entries: of machines by their machineID, and of ordered machines by the number of their order, which may be alike. */
type TestEntryKind = 'acceptanceTest' | 'factoryTest'

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

/** What a test is of. */
export interface TestedSubject {
  entryKind: TestEntryKind
  about: string
  of: { machineId: string } | { orderedMachineId: string }
  /** Of the site; undefined where the reader is where it is tested. */
  timeZone: string | undefined
  figures: readonly MeasuredFigure[]
}

/** An acceptance test as it is entered, whole enough to be shown and sent without asking anything. */
export interface AcceptanceDraft {
  machineId?: string
  /** In place of the machine, before its claim. */
  orderedMachineId?: string
  kind: AcceptanceTestKind
  accepted: boolean
  texts: Texts
  /** What was typed, by the id of the promise. */
  values: Readonly<Record<string, string>>
  /** What is open, by the place of the point. Drafts of earlier versions have none. */
  openPointWords?: Readonly<Record<number, string>>
  promises: readonly MeasuredFigure[]
  signature: DraftSignature
  /** The test of each kind that was recorded last when the entry was begun. */
  seen: Readonly<Record<AcceptanceTestKind, Seen>>
}

export type AcceptanceEntry = OutboxEntry<AcceptanceDraft>

export function machineSubject(actual: MachinePromises): TestedSubject {
  const { machineID, machineId, timeZone } = actual
  const figures = figuresOfMachine(actual)
  return { entryKind: 'acceptanceTest', about: machineID, of: { machineId }, timeZone, figures }
}

export function orderSubject(order: OrderTests): TestedSubject {
  const { id: orderedMachineId, number } = order
  const figures = figuresOfOrder(order)
  return { entryKind: 'factoryTest', about: number, of: { orderedMachineId }, timeZone: undefined, figures }
}

/** An entry of today. @param tests that are recorded of it, the newest first */
export function newEntry(subject: TestedSubject, tests: readonly ShownAcceptanceTest[], now: number): AcceptanceEntry {
  const { entryKind, about, of, timeZone, figures } = subject
  const seen = (kind: AcceptanceTestKind) => seenOf(tests.find((test) => test.kind === kind))
  const value: AcceptanceDraft = {
    ...{ ...of, kind: 'factory', accepted: false, values: {} },
    texts: {
      testedOn: siteClock(timeZone).dateOf(now),
      ...{ hours: '', product: '', witness: '', openPoints: '' },
    },
    promises: figures,
    signature: { name: '', drawing: [], signedAt: '', of: '' },
    seen: { factory: seen('factory'), site: seen('site') },
  }
  return {
    ...{ id: crypto.randomUUID(), kind: entryKind, about, state: 'draft', value },
    ...{ begunAt: now, changedAt: now },
  }
}

export function seenOf(test: Pick<ShownAcceptanceTest, 'id' | 'rowVersion'> | undefined | null): Seen {
  return test ? { id: test.id, rowVersion: test.rowVersion } : null
}

/** More open points than this are no list that somebody enters on a phone. */
const MOST_OPEN_POINTS = 50

/** What was entered of each open point, as many as there are by their number. */
export function openPointsOf({ texts, openPointWords = {} }: AcceptanceDraft): string[] {
  const count = Math.min(Math.trunc(numberOf(texts.openPoints) ?? 0), MOST_OPEN_POINTS)
  return Array.from({ length: Math.max(count, 0) }, (_, place) => openPointWords[place] ?? '')
}

/** Everything that is signed. */
export function signedOf(draft: AcceptanceDraft): string {
  const { kind, accepted, texts, values } = draft
  const points = openPointsOf(draft)
  const words = points.some((point) => point !== '') ? [points] : []
  // Drafts of earlier versions show no directions, and may be signed.
  const figures = measuredOf(draft).flatMap(({ id, name, direction, figure, unit, conditions }) =>
    direction === undefined ? [] : [[id, name, direction, figure, unit, conditions]],
  )
  return JSON.stringify([kind, accepted, texts, Object.entries(values).sort(), ...words, ...figures])
}

/** A draft with what is promised now. What was signed has changed: the name stays as it was typed, and signs nothing. */
export function withPresentFigures(draft: AcceptanceDraft, changed: ChangedFigures): AcceptanceDraft {
  const promises = presentFigures(draft.promises, changed)
  const values = Object.entries(draft.values).filter(([id]) => promises.some((promise) => promise.id === id))
  const signature = { ...draft.signature, drawing: [], signedAt: '', of: '' }
  return { ...draft, promises, values: Object.fromEntries(values), signature }
}

/** A draft whose reader has seen what is promised now, and goes on with what was shown. */
export function withSeenFigures(draft: AcceptanceDraft, changed: ChangedFigures): AcceptanceDraft {
  return { ...draft, promises: seenFigures(draft.promises, changed) }
}

/** Whether the signature was removed, since what is promised has changed. */
export function needsNewSignature({ signature }: AcceptanceDraft): boolean {
  return signature.of === '' && signature.name.trim() !== ''
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
  const { texts, values, signature, promises } = draft
  if (texts.testedOn === '') return t('promises.enterTheDay')
  if (texts.product.trim() === '') return t('promises.enterTheProduct')
  const measured = measuredOf(draft)
  if (measured.length === 0 && promises.length > 0) return t('promises.enterAMeasuredValue')
  const others = [
    [texts.hours, t('promises.length')],
    [texts.openPoints, t('promises.openPointsLabel')],
  ] as const
  const odd = others.find(([typed]) => typed.trim() !== '' && numberOf(typed) === undefined)
  if (odd) return t('promises.valueIsNoNumber', { promise: odd[1] })
  if ((numberOf(texts.openPoints) ?? 0) > MOST_OPEN_POINTS)
    return t('promises.tooManyOpenPoints', { count: MOST_OPEN_POINTS })
  const wrong = measured.find(({ id }) => numberOf(values[id] ?? '') === undefined)
  if (wrong) return t('promises.valueIsNoNumber', { promise: wrong.name })
  if (openPointsOf(draft).some((point) => point.trim() === '')) return t('promises.enterOpenPoints')
  if (signature.name.trim() === '') return signature.drawing.length > 0 ? t('service.enterTheName') : undefined
  return signature.of === signedOf(draft) ? undefined : t('promises.changedSinceSigned')
}

/** What was measured, as it is sent: values of promises, or of figures of the quote. */
function valuesOf(draft: AcceptanceDraft): Pick<Draft<typeof acceptanceTests>, 'results' | 'measured'> {
  const all = measuredOf(draft).map(({ id, criterion }) => {
    return { promiseId: id, criterion, value: numberOf(draft.values[id] ?? '') ?? 0 }
  })
  return {
    results: all.flatMap(({ promiseId, criterion, value }) => (criterion === undefined ? [{ promiseId, value }] : [])),
    measured: all.flatMap(({ criterion, value }) => (criterion === undefined ? [] : [{ ...criterion, value }])),
  }
}

/** What is sent of an entry. */
export function bodyOf({ id, value }: AcceptanceEntry): CallInput<typeof recordAcceptanceTest>['body'] {
  const { machineId, orderedMachineId, kind, accepted, texts, signature, seen } = value
  const { name, drawing, signedAt } = signature
  const points = openPointsOf(value).map((point) => point.trim())
  return {
    ...{ entryId: id, seen: seen[kind] },
    test: {
      ...(orderedMachineId === undefined ? { machineId: machineId ?? null } : { orderedMachineId }),
      ...{ kind, accepted, testedOn: texts.testedOn },
      hours: numberOf(texts.hours) ?? null,
      product: texts.product.trim(),
      witness: texts.witness.trim() || null,
      openPoints: numberOf(texts.openPoints) ?? 0,
      openPointList: points.join('\n') || null,
      ...valuesOf(value),
    },
    shown: measuredOf(value).map(shownOf),
    signature:
      name.trim() === '' ? null : { name: name.trim(), drawing: drawing.length > 0 ? [...drawing] : null, signedAt },
  }
}
