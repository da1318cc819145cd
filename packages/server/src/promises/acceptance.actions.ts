import { acceptanceTests, type CallOutput, type recordAcceptanceTest } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import type { HandlersOf } from '../engine/handlers.ts'
import { assertThat, ProblemError } from '../engine/problem-error.ts'
import { rowOf } from '../engine/resource/columns.ts'
import type { ResourceStore } from '../engine/resource/resource-store.ts'
import { findKnownMachine, scopeOf, type Telemetry } from '../monitoring/area.ts'
import type { Database } from '../platform/database.ts'
import { findEntry, insertEntry, lockEntries, readAcceptanceTests, readNewest, readTest } from './acceptance.queries.ts'
import { joinOrderTests } from './order-tests.ts'
import { assertAsShown, assertUnchangedSince } from './shown-figures.ts'
import { asShown, signedText } from './signed-test.ts'

type Entry = CallOutput<typeof recordAcceptanceTest>['body']

export interface AcceptanceParts {
  database: Database
  telemetry: Telemetry
  /** Of acceptance tests. */
  tests: ResourceStore
}

/** Acceptance tests as they are entered beside a machine, also without a connection. */
export function acceptanceHandlers({
  database,
  telemetry,
  tests,
}: AcceptanceParts): HandlersOf<'machineAcceptanceTests' | 'recordAcceptanceTest'> {
  return {
    async machineAcceptanceTests({ principal, params }) {
      const { key } = findKnownMachine(telemetry, principal, params.id).entry
      return { tests: await database.inScope(scopeOf(principal), (db) => readAcceptanceTests(db, key)) }
    },

    async recordAcceptanceTest({ principal, body: { entryId, seen, test, shown, signature } }) {
      // A program cannot sign for a person.
      assertThat(
        signature === null || principal.apiKeyId === undefined,
        'permission_missing',
        t('service.keysDoNotSign'),
      )
      if (signature !== null) assertPointsHaveWords(test)
      const { machineId = null, orderedMachineId = null, kind = 'factory' } = test
      const tested = orderedMachineId === null ? { machineId } : { orderedMachineId }
      return await tests.write(principal, async (db) => {
        await lockEntries(db, tested)
        const entered = await findEntry(db, entryId)
        assertThat(entered === undefined || entered.receivedFrom === principal.userId, 'duplicate')
        if (entered) return { testId: entered.testId }
        const current = await readNewest(db, tested, kind)
        if (current?.id !== seen?.id || current?.rowVersion !== seen?.rowVersion) {
          throw new ProblemError('stale', t('promises.anotherTestMeanwhile'), undefined, { current: current ?? null })
        }
        if (shown !== undefined) await assertAsShown(db, test, shown)
        else if (signature !== null) await assertUnchangedSince(db, test, signature.signedAt)
        const row = await tests.createIn(db, principal, test)
        const { machineId: claimed } = rowOf(acceptanceTests, row)
        // The machine was claimed while the device had no connection.
        if (orderedMachineId !== null && claimed !== null) {
          await joinOrderTests(db, tests, principal, { orderedMachineId, machineId: claimed })
        }
        const testId = row.id
        const made = await readTest(db, testId)
        assertThat(made, 'internal')
        const signed = signedText(asShown(made, shown))
        await insertEntry(db, { entryId, testId, receivedFrom: principal.userId, signature, signed })
        return { testId }
      })
    },
  }
}

/** Nobody signs a number of open points: what they are is part of what was agreed. */
function assertPointsHaveWords({ openPoints = 0, openPointList }: Entry['test']): void {
  const named = (openPointList ?? '').split('\n').filter((line) => line.trim() !== '')
  if (named.length >= openPoints) return
  throw new ProblemError('invalid_request', t('promises.enterOpenPoints'), [
    { path: 'body.test.openPointList', code: 'rule', message: t('promises.mustNameOpenPoints') },
  ])
}
