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
import type { HandlersOf } from '../../engine/handlers.ts'
import type { Principal } from '../../engine/principal.ts'
import { enterParent } from '../../engine/resource/children/ownership.ts'
import { rowOf } from '../../engine/resource/columns.ts'
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
      await this.#projects.rows.find(db, projectId, {})
      await enterParent(db, principal, this.#parts.items, { projectId })
      const touched = nothingTouched()
      for (const run of toRuns(changes)) {
        const place = this.#placeOf(run.kind, projectId)
        await atPlaces(run, () => makeRun(db, principal, place, run, touched[run.kind]))
      }
      for (const one of order) {
        await putInOrder(db, principal, this.#placeOf(one.kind, projectId), one.ids, touched[one.kind])
      }
      await priceChangedProjects(db)
      return await this.#answer(db, projectId, touched)
    })
  }

  #placeOf(kind: ProjectPart, projectId: string): Place {
    return { store: this.#parts[kind], projectId }
  }

  async #answer(db: Transaction, projectId: string, touched: TouchedParts): Promise<ChangedProject> {
    const rowsOf = async <K extends ProjectPart>(kind: K): Promise<ListedRow<(typeof projectParts)[K]>[]> => {
      const rows = await readRows(db, this.#placeOf(kind, projectId), [...touched[kind].changed])
      return rows.map((row) => rowOf(projectParts[kind], row))
    }
    const project = rowOf(projects, await this.#projects.rows.find(db, projectId, {}))
    return {
      project: sumsOf(project),
      items: await rowsOf('items'),
      extras: await rowsOf('extras'),
      deliveries: await rowsOf('deliveries'),
      commissioning: await rowsOf('commissioning'),
      media: await rowsOf('media'),
      removed: projectPartNames.flatMap((kind) => [...touched[kind].removed].map((id) => ({ kind, id }))),
    }
  }
}

function nothingTouched(): TouchedParts {
  const none = () => ({ changed: new Set<string>(), removed: new Set<string>() })
  return { items: none(), extras: none(), deliveries: none(), commissioning: none(), media: none() }
}

function sumsOf(row: ListedRow<typeof projects>): ChangedProject['project'] {
  const { id, rowVersion, updatedAt, subtotal, discount, net, tax, total, cost, margin, lineCount } = row
  return { id, rowVersion, updatedAt, subtotal, discount, net, tax, total, cost, margin, lineCount }
}
