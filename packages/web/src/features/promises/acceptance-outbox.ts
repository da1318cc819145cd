import {
  acceptanceTests,
  api,
  type ChangedFigures,
  orderedMachines,
  type ShownAcceptanceTest,
} from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { callApi } from '../../lib/api-client.ts'
import { formatPlainDate } from '../../lib/format/dates.ts'
import { attachEntryFile } from '../../lib/offline/attach-entry-file.ts'
import type { OutboxEntry } from '../../lib/offline/outbox.ts'
import type { EntryLine, OutboxKind, WayOn } from '../../lib/offline/outbox-kind.ts'
import { queryClient } from '../../lib/query-client.ts'
import { renew } from '../../resource/resource-queries.ts'
import { showToast } from '../../ui/toasts.tsx'
import {
  type AcceptanceDraft,
  type AcceptanceEntry,
  acceptanceKindWords,
  bodyOf,
  faultOf,
  openPointsOf,
  seenOf,
  withPresentFigures,
  withSeenFigures,
} from './acceptance-draft.ts'
import { changeWords } from './measured-figures.ts'
import { figureWords } from './promise-words.ts'
import { machineTestAddress, orderTestAddress, readMachineTest, readOrderTest } from './read-ahead.ts'
import { acceptanceTestsKey, orderTestsKey, promisesKey } from './use-promises.ts'

/** Acceptance tests that were entered on this device. */
export const acceptanceOutbox: OutboxKind = {
  async send(entry) {
    return (await callApi(api.recordAcceptanceTest, { body: bodyOf(entry as AcceptanceEntry) })).testId
  },

  sendFile: (testId, file) => attachEntryFile(acceptanceTests.calls.attachFile, testId, file),

  titleOf: ({ about }) => t('promises.testOf', { machine: about }),
  addressOf({ about, value }) {
    const { orderedMachineId } = value as AcceptanceDraft
    return orderedMachineId === undefined ? machineTestAddress(about) : orderTestAddress(orderedMachineId)
  },
  linesOf: ({ value }) => linesOfDraft(value as AcceptanceDraft),
  currentLinesOf({ current }) {
    const changed = changedIn(current)
    if (changed === undefined) return current ? linesOfTest(current as ShownAcceptanceTest) : []
    return changed.figures.map((change) => ({ label: change.shown.name, text: changeWords(change) }))
  },

  waysOn({ value, current }) {
    const draft = value as AcceptanceDraft
    const changed = changedIn(current)
    if (changed !== undefined) return waysWithFigures(draft, changed)
    const seen = { ...draft.seen, [draft.kind]: seenOf(current as ShownAcceptanceTest | null) }
    return [{ label: t('promises.recordBeside'), value: { ...draft, seen }, next: 'send' }]
  },

  async onSent({ about, value }) {
    const { orderedMachineId } = value as AcceptanceDraft
    await queryClient.invalidateQueries({ queryKey: promisesKey(about) })
    await queryClient.invalidateQueries({ queryKey: acceptanceTestsKey(about) })
    if (orderedMachineId !== undefined) {
      await queryClient.invalidateQueries({ queryKey: orderTestsKey(orderedMachineId) })
      // A test that was accepted ends its step of the plan.
      await renew(queryClient, orderedMachines)
    }
    showToast({ message: t('promises.testRecorded') })
  },

  readAhead: readMachineTest,
}

/** Those of ordered machines. */
export const factoryOutbox: OutboxKind = { ...acceptanceOutbox, readAhead: readOrderTest }

/** What is promised now, where that is what stopped an entry, and not another test. */
function changedIn(current: OutboxEntry['current']): ChangedFigures | undefined {
  const isOfFigures = typeof current === 'object' && current !== null && 'figures' in current
  return isOfFigures ? (current as ChangedFigures) : undefined
}

function waysWithFigures(draft: AcceptanceDraft, changed: ChangedFigures): WayOn[] {
  const present = withPresentFigures(draft, changed)
  const isGone = changed.figures.some(({ promiseId, now }) => promiseId !== null && now === null)
  const asShown = { label: t('promises.recordAsShown'), value: withSeenFigures(draft, changed), next: 'send' } as const
  // Where it was signed, it has to be signed again.
  const next = faultOf(present) === undefined ? 'send' : 'form'
  return [...(isGone ? [] : [asShown]), { label: t('promises.usePresentFigures'), value: present, next }]
}

function linesOfDraft(draft: AcceptanceDraft): EntryLine[] {
  const { kind, accepted, texts, values, promises, signature } = draft
  return present([
    [t('promises.test'), acceptanceKindWords[kind]],
    [t('promises.testedOn'), texts.testedOn && formatPlainDate(texts.testedOn)],
    [t('promises.length'), texts.hours],
    [t('promises.product'), texts.product],
    [t('promises.witness'), texts.witness],
    [t('promises.openPointsLabel'), texts.openPoints],
    [t('promises.whatIsOpen'), openPointsOf(draft).filter(Boolean).join(' · ')],
    ...promises.map(({ id, name, unit }) => [name, values[id] ? `${values[id]} ${unit}` : ''] as const),
    [t('promises.wasAccepted'), accepted ? t('promises.accepted') : t('promises.notAccepted')],
    [t('promises.signedBy'), signature.name],
  ])
}

function linesOfTest(test: ShownAcceptanceTest): EntryLine[] {
  return present([
    [t('promises.test'), acceptanceKindWords[test.kind]],
    [t('promises.testedOn'), formatPlainDate(test.testedOn)],
    [t('promises.length'), test.hours === null ? '' : figureWords(test.hours)],
    [t('promises.product'), test.product],
    [t('promises.witness'), test.witness ?? ''],
    [t('promises.openPointsLabel'), figureWords(test.openPoints)],
    [t('promises.whatIsOpen'), (test.openPointList ?? '').replaceAll('\n', ' · ')],
    ...test.results.map(({ name, value, unit }) => [name, `${figureWords(value)} ${unit}`] as const),
    [t('promises.wasAccepted'), test.accepted ? t('promises.accepted') : t('promises.notAccepted')],
    [t('promises.signedBy'), test.signature?.name ?? ''],
  ])
}

function present(lines: readonly (readonly [label: string, text: string])[]): EntryLine[] {
  return lines.flatMap(([label, text]) => (text === '' ? [] : [{ label, text }]))
}
