import {
  type CallOutput,
  type ChangedProject,
  type changeProject,
  type ListedRow,
  type ProjectPart,
  projectPartNames,
  projectParts,
  projects,
  type Resource,
} from '@packhouse/contract'
import { declared, t } from '@packhouse/messages'
import { sql } from 'kysely'
import type { HandlersOf } from '../../engine/handlers.ts'
import type { Principal } from '../../engine/principal.ts'
import { assertThat } from '../../engine/problem-error.ts'
import { enterParent } from '../../engine/resource/children/ownership.ts'
import { type ResourceRow, readable, rowOf, toColumn, toJson } from '../../engine/resource/columns.ts'
import type { ResourceStore } from '../../engine/resource/resource-store.ts'
import type { Transaction } from '../../platform/database.ts'
import { priceChangedProjects } from '../pricing/price-changed-projects.ts'
import { atPlaces } from './change-faults.ts'
import { makeRun, type Place, type Touched } from './change-run.ts'
import { toRuns } from './change-runs.ts'
import { readRows } from './part-rows.ts'
import { putInOrder } from './put-in-order.ts'

type Body = CallOutput<typeof changeProject>['body']
type TouchedParts = Record<ProjectPart, Touched>

/** Makes batches of changes of what a project consists of, each in one transaction. */
export class ProjectChanges {
  readonly #projects: ResourceStore
  readonly #parts: Record<ProjectPart, ResourceStore>

  constructor(storeOf: (resource: Resource) => ResourceStore) {
    this.#projects = storeOf(projects)
    this.#parts = {
      items: storeOf(projectParts.items),
      extras: storeOf(projectParts.extras),
      deliveries: storeOf(projectParts.deliveries),
      commissioning: storeOf(projectParts.commissioning),
      media: storeOf(projectParts.media),
    }
  }

  get handlers(): HandlersOf<'changeProject'> {
    return { changeProject: ({ principal, params, body }) => this.make(principal, params.id, body) }
  }

  /**
   * @throws ProblemError `invalid_request` at every change that cannot be made, `stale`, `state_frozen`, `edit_lock_needed`, `edit_lock_lost`,
   * `edit_locked`; then nothing changes
   */
  async make(principal: Principal, projectId: string, { changes, order }: Body): Promise<ChangedProject> {
    return await this.#projects.write(principal, async (db) => {
      const isThere = await enterParent(db, principal, this.#parts.items, { projectId })
      assertThat(isThere, 'not_found', t('server.noSuch', { noun: declared(projects.noun[0]) }))
      const touched = nothingTouched()
      const runs = toRuns(changes)
      for (const run of runs) {
        const place = this.#placeOf(run.kind, projectId)
        await atPlaces(run, () => makeRun(db, principal, place, run, touched[run.kind]))
      }
      for (const one of order) {
        await putInOrder(db, principal, this.#placeOf(one.kind, projectId), one.ids, touched[one.kind])
      }
      const all = { changes: changes.map((change, index) => ({ index, change })) }
      await atPlaces(all, () => priceChangedProjects(db))
      // Where there is one run only, nothing has changed a row since it was read.
      const isOneRun = runs.length === 1 && order.length === 0
      return await this.#answer(db, projectId, touched, isOneRun ? 'asRead' : 'readAgain')
    })
  }

  #placeOf(kind: ProjectPart, projectId: string): Place {
    return { store: this.#parts[kind], projectId }
  }

  async #answer(
    db: Transaction,
    projectId: string,
    touched: TouchedParts,
    rows: 'asRead' | 'readAgain',
  ): Promise<ChangedProject> {
    const rowsOf = async <K extends ProjectPart>(kind: K): Promise<ListedRow<(typeof projectParts)[K]>[]> => {
      const { changed } = touched[kind]
      const found =
        rows === 'asRead'
          ? [...changed.values()]
          : await readRows(db, this.#placeOf(kind, projectId), [...changed.keys()])
      return found.map((row) => rowOf(projectParts[kind], row))
    }
    return {
      project: await this.#readSums(db, projectId),
      items: await rowsOf('items'),
      extras: await rowsOf('extras'),
      deliveries: await rowsOf('deliveries'),
      commissioning: await rowsOf('commissioning'),
      media: await rowsOf('media'),
      removed: projectPartNames.flatMap((kind) => [...touched[kind].removed].map((id) => ({ kind, id }))),
    }
  }

  async #readSums(db: Transaction, projectId: string): Promise<ChangedProject['project']> {
    const { computed } = this.#projects
    const columns = SUMS.map(
      (name) => sql`${computed[name] ?? readable(sql.ref(toColumn(name)), projects.fields[name])} AS ${sql.ref(name)}`,
    )
    const { rows } = await sql<Omit<ChangedProject['project'], 'updatedAt'> & { updatedAt: Date }>`
      SELECT id, row_version AS "rowVersion", updated_at AS "updatedAt", ${sql.join(columns)} FROM project WHERE id = ${projectId}
    `.execute(db)
    assertThat(rows[0], 'internal')
    return toJson(rows[0])
  }
}

const SUMS = ['subtotal', 'discount', 'net', 'tax', 'total', 'cost', 'margin', 'lineCount'] as const

function nothingTouched(): TouchedParts {
  const none = () => ({ changed: new Map<string, ResourceRow>(), removed: new Set<string>() })
  return { items: none(), extras: none(), deliveries: none(), commissioning: none(), media: none() }
}
