import { createHash } from 'node:crypto'
import {
  type ProjectRefresh as Answer,
  type CallOutput,
  compareDecimals,
  type KeptRate,
  MAX_SHOWN_DIFFERENCES,
  priceDecimals,
  priceProject,
  projectItems,
  projectOptionalExtras,
  projects,
  type refreshProject,
  toPriceInput,
} from '@packhouse/contract'
import { t } from '@packhouse/messages'
import type { HandlersOf } from '../../engine/handlers.ts'
import type { Principal } from '../../engine/principal.ts'
import { assertThat, ProblemError } from '../../engine/problem-error.ts'
import { enterParent } from '../../engine/resource/children/ownership.ts'
import { isDisclosed } from '../../engine/resource/confidential.ts'
import type { ResourceStore } from '../../engine/resource/resource-store.ts'
import { assertFresh } from '../../engine/resource/stale.ts'
import type { Transaction } from '../../platform/database.ts'
import { priceChangedProjects, readCurrency } from '../pricing/price-changed-projects.ts'
import { readPriced } from '../pricing/read-priced-project.ts'
import type { ProjectVersions } from '../versions/project-versions.ts'
import { readCatalogueLines, readNewestRates } from './catalogue-lines.ts'
import {
  isCostChanged,
  type Refreshed,
  type RefreshedLine,
  withNewestRates,
  withPricesOfToday,
} from './refreshed-lines.ts'
import { writeRates, writeRefreshed } from './write-refreshed.ts'

type Body = CallOutput<typeof refreshProject>['body']
type Priced = NonNullable<Awaited<ReturnType<typeof readPriced>>>

/** What a refresh found, before it is made. */
interface Found extends Refreshed {
  project: Priced
  kept: ReadonlyMap<string, KeptRate>
  newest: ReadonlyMap<string, KeptRate>
}

/** Takes newer prices or rates over into projects, after a look at the difference. */
export class ProjectRefreshes {
  readonly #projects: ResourceStore
  readonly #items: ResourceStore
  readonly #versions: ProjectVersions

  constructor(store: ResourceStore, items: ResourceStore, versions: ProjectVersions) {
    this.#projects = store
    this.#items = items
    this.#versions = versions
  }

  get handlers(): HandlersOf<'refreshProject'> {
    return {
      refreshProject: ({ principal, params, body }) =>
        body.dryRun ? this.#preview(principal, params.id, body) : this.#make(principal, params.id, body),
    }
  }

  async #preview(principal: Principal, id: string, body: Body): Promise<Answer> {
    return await this.#projects.read(principal, async (db) => {
      const { rowVersion } = await this.#projects.rows.find(db, id, {})
      return await this.#answer(db, await find(db, id, body.of), rowVersion)
    })
  }

  async #make(principal: Principal, id: string, { of, rowVersion, digest }: Body): Promise<Answer> {
    for (const { name } of [projectItems, projectOptionalExtras]) {
      const permission = `${name}.update`
      assertThat(
        principal.permissions.has(permission),
        'permission_missing',
        t('server.permissionNeeded', { permission }),
      )
    }
    return await this.#projects.write(principal, async (db) => {
      const row = await this.#projects.rows.lock(db, id, {})
      if (digest === undefined) throw lookFirst()
      if (rowVersion !== undefined && row.rowVersion !== rowVersion) {
        assertFresh(await this.#projects.whole(db, row), rowVersion)
      }
      await enterParent(db, principal, this.#items, { projectId: id })
      const found = await find(db, id, of)
      const offered = await this.#answer(db, found, row.rowVersion)
      assertThat(offered.digest === digest, 'stale', t('estimator.differenceHasChanged'))
      await this.#versions.add(db, principal, row, 'beforeRefresh')
      await writeRefreshed(db, principal, found.lines)
      await writeRates(db, principal, { id, before: found.project.rates, after: found.rates })
      await priceChangedProjects(db)
      const after = await this.#projects.rows.find(db, id, {})
      return { ...offered, rowVersion: after.rowVersion }
    })
  }

  async #answer(db: Transaction, found: Found, rowVersion: number): Promise<Answer> {
    const { project, lines, rates, kept, newest } = found
    const sees = await isDisclosed(db, projects, this.#projects.behaviour, project.id)
    const changes = lines.map((line) => differenceOf(line, sees)).filter(({ price, cost }) => price || cost)
    const from = new Set([...kept.keys(), ...newest.keys()])
    const total = await totals(db, project, lines)
    return {
      rowVersion,
      currency: project.currency,
      rates: [...from].map((one) => ({ kept: kept.get(one) ?? null, newest: newest.get(one) ?? null })),
      changed: changes.length,
      changes: changes.slice(0, MAX_SHOWN_DIFFERENCES),
      total,
      digest: digestOf({ rates, changes, total }),
    }
  }
}

async function find(db: Transaction, id: string, of: Body['of']): Promise<Found> {
  const project = await readPriced(db, id)
  assertThat(project, 'not_found')
  const lines = await readCatalogueLines(db, id)
  const kept = new Map(project.rates.map((rate) => [rate.from, rate]))
  const from = new Set([...kept.keys(), ...lines.map(({ currency }) => currency)])
  const newest = await readNewestRates(db, project.currency, [...from])
  const refreshed = { prices: withPricesOfToday, rates: withNewestRates }[of]
  const decimals = priceDecimals(await readCurrency(db, project.currency))
  return { project, kept, newest, ...refreshed(lines, { to: project.currency, decimals, kept, newest }) }
}

/** Of what somebody is shown, so that it tells nobody a cost. */
function digestOf(difference: Pick<Answer, 'changes' | 'total'> & Pick<Refreshed, 'rates'>): string {
  return createHash('sha256').update(JSON.stringify(difference)).digest('hex')
}

function lookFirst(): ProblemError {
  const message = t('estimator.lookAtDifference')
  return new ProblemError('invalid_request', message, [{ path: 'body.digest', code: 'required', message }])
}

function differenceOf(line: RefreshedLine, sees: boolean): Answer['changes'][number] {
  const { kind, id, description, unitPrice, newPrice, unitCost, newCost } = line
  const price = compareDecimals(unitPrice, newPrice) === 0 ? null : { from: unitPrice, to: newPrice }
  const cost = sees && isCostChanged(unitCost, newCost) ? { from: unitCost ?? '', to: newCost ?? '' } : null
  return { kind, id, description, price, cost }
}

async function totals(db: Transaction, project: Priced, lines: readonly RefreshedLine[]): Promise<Answer['total']> {
  const currency = await readCurrency(db, project.currency)
  const prices = new Map(lines.map(({ id, newPrice }) => [id, newPrice]))
  const withNew = <Row extends { id: string; unitPrice: string }>(row: Row): Row => {
    return { ...row, unitPrice: prices.get(row.id) ?? row.unitPrice }
  }
  const after = { ...project, items: project.items.map(withNew), extras: project.extras.map(withNew) }
  const totalOf = (one: Priced) => priceProject(toPriceInput(one, currency)).total
  return { from: totalOf(project), to: totalOf(after) }
}
