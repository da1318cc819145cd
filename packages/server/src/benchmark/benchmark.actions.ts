import { type Benchmark, foldCase, type OthersState } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import type { HandlersOf } from '../engine/handlers.ts'
import { rowScope } from '../engine/principal.ts'
import { assertThat } from '../engine/problem-error.ts'
import type { Database, Transaction } from '../platform/database.ts'
import {
  noMedians,
  readCompared,
  readHasDeclined,
  readMedians,
  readModelOf,
  readModels,
  readSnapshot,
} from './benchmark.queries.ts'
import { firstDay } from './snapshot.ts'

/** Own machines of a model, and what those of others do. */
export function benchmarkHandlers(database: Database): HandlersOf<'benchmark'> {
  return {
    async benchmark({ principal, query }) {
      assertThat(principal.customerId !== null, 'not_found', t('benchmark.onlyCustomers'))
      const days = Number(query.days)
      return await database.inSnapshot(rowScope(principal), async (db): Promise<Benchmark> => {
        const models = await readModels(db)
        const model = await chosenModel(db, models, query)
        const snapshot = await readSnapshot(db)
        const machines = model === undefined ? [] : await readCompared(db, model, days)
        const medians =
          model === undefined || snapshot === undefined ? { ...noMedians } : await readMedians(db, model, days)
        return {
          models,
          model: model ?? null,
          from: snapshot === undefined ? null : firstDay(snapshot.through, days),
          to: snapshot?.through ?? null,
          takenAt: snapshot?.takenAt.toISOString() ?? null,
          machines,
          others: othersOf({
            hasDeclined: await readHasDeclined(db),
            hasSnapshot: snapshot !== undefined,
            machines,
            medians,
          }),
          medians,
        }
      })
    },
  }
}

/** @throws ProblemError for a model of others, as for one that does not exist */
async function chosenModel(
  db: Transaction,
  models: readonly string[],
  { model, machineID }: { model?: string | undefined; machineID?: string | undefined },
): Promise<string | undefined> {
  if (model === undefined && machineID === undefined) return models[0]
  const wanted = model ?? (await readModelOf(db, machineID ?? ''))
  const own = models.find((one) => wanted !== undefined && foldCase(one) === foldCase(wanted))
  assertThat(own !== undefined, 'not_found', t('benchmark.noSuchModel'))
  return own
}

interface Known extends Pick<Benchmark, 'machines' | 'medians'> {
  hasDeclined: boolean
  hasSnapshot: boolean
}

function othersOf({ hasDeclined, hasSnapshot, machines, medians }: Known): OthersState {
  if (hasDeclined) return 'declined'
  if (!machines.some(({ isShared }) => isShared)) return 'notSharing'
  if (!hasSnapshot) return 'notYet'
  return Object.values(medians).some((median) => median !== null) ? 'shown' : 'notEnough'
}
