import { type ProjectApprovals as Answer, projects } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import type { Principal } from '../../engine/principal.ts'
import { assertThat, ProblemError } from '../../engine/problem-error.ts'
import { writeAudit } from '../../engine/resource/audit.ts'
import { type ResourceRow, toColumns } from '../../engine/resource/columns.ts'
import { isDisclosed } from '../../engine/resource/confidential.ts'
import { assertPossible } from '../../engine/resource/lifecycle.ts'
import type { ResourceStore } from '../../engine/resource/resource-store.ts'
import { assertFresh } from '../../engine/resource/stale.ts'
import type { Transaction } from '../../platform/database.ts'
import { holdBriefly } from '../states/hold-briefly.ts'
import { approvingRoles, writeDecision } from './decisions.ts'
import { isOfCosts } from './needed-approvals.ts'
import { earlierRoles, type Need, openRoles, readNeeds } from './project-needs.ts'

/** What somebody decides, and about what. */
interface Asked {
  rowVersion: number
  roleTypeId: string
  decision: 'approve' | 'reject'
  note: string | null
}

/** Which approvals projects need, and who gives them. */
export class ProjectApprovals {
  readonly #projects: ResourceStore

  constructor(store: ResourceStore) {
    this.#projects = store
  }

  async read(principal: Principal, id: string): Promise<Answer> {
    return await this.#projects.read(principal, (db) => this.#answer(db, principal, id))
  }

  /**
   * Keeps a decision. The last approval that is needed approves the project; a rejection makes it a draft again.
   * @throws ProblemError `stale`, `transition_not_allowed`, `permission_missing` for the own project, `not_usable` where the role is not asked,
   * `edit_locked` where somebody else edits what this brings into another state
   */
  async decide(principal: Principal, id: string, asked: Asked): Promise<Answer> {
    return await this.#projects.write(principal, async (db) => {
      const row = await this.#projects.rows.lock(db, id, {})
      if (row.rowVersion !== asked.rowVersion) assertFresh(await this.#projects.whole(db, row), asked.rowVersion)
      const name = asked.decision === 'approve' ? 'approve' : 'take-back'
      const transition = projects.traits.lifecycle?.transitions[name]
      assertThat(transition, 'internal')
      assertPossible(projects, transition, name, row.status)
      await this.#keep(db, principal, row, asked)
      const isLast = asked.decision === 'reject' || (await openRoles(db, id)).length === 0
      if (isLast) await this.#move(db, principal, row, name, transition.to, asked.note)
      return await this.#answer(db, principal, id)
    })
  }

  async #keep(db: Transaction, principal: Principal, row: ResourceRow, asked: Asked): Promise<void> {
    const { hash, submission, needed } = await readNeeds(db, row.id, 'withoutCosts')
    const need = needed.find(({ roleTypeId }) => roleTypeId === asked.roleTypeId)
    assertThat(need && submission, 'not_usable', t('estimator.roleIsNotAsked'))
    const hindrance = await this.#hindrance(db, principal, row, submission.by.id, need)
    assertThat(hindrance === null, 'permission_missing', hindrance ?? '')
    assertThat(need.approval === undefined, 'not_usable', t('estimator.roleHasApproved'))
    const earlier = earlierRoles(needed, need)
    assertThat(earlier.length === 0, 'not_usable', t('estimator.waitsForApproval', { roles: earlier.join(', ') }))
    if (asked.decision === 'reject' && (asked.note ?? '') === '') {
      const message = t('estimator.rejectionSaysWhy')
      throw new ProblemError('invalid_request', message, [{ path: 'body.note', code: 'required', message }])
    }
    const { roleTypeId, roleType } = need
    const given = { projectId: row.id, roleTypeId, roleType, decision: asked.decision, note: asked.note }
    await writeDecision(db, principal, { ...given, submission: submission.number, hash })
    const { id, rowVersion } = row
    const after = { id, rowVersion, roleType, ...(asked.note && { reason: asked.note }) }
    await writeAudit(db, principal, projects, asked.decision, [{ before: { id, rowVersion }, after }])
  }

  async #move(
    db: Transaction,
    principal: Principal,
    row: ResourceRow,
    name: string,
    to: string,
    reason: string | null,
  ): Promise<void> {
    const details = reason === null ? {} : { reason }
    await holdBriefly(db, principal, row.id, () =>
      this.#projects.rows.pass(db, principal, `transition:${name}`, row, toColumns({ status: to }), { details }),
    )
  }

  async #answer(db: Transaction, principal: Principal, id: string): Promise<Answer> {
    const row = await this.#projects.rows.find(db, id, {})
    const sees = await isDisclosed(db, projects, this.#projects.behaviour, id)
    const {
      submission,
      needed: all,
      met,
      decisions,
      orders,
    } = await readNeeds(db, id, sees ? 'withCosts' : 'withoutCosts')
    const needed = sees || row.status !== 'draft' ? all : all.flatMap(withoutCostReasons)
    const answered = needed.map(async (need) => {
      // Of a draft nothing is said that only a hidden reason would tell.
      const waitsFor = row.status === 'review' && need.approval === undefined ? earlierRoles(all, need) : []
      const waiting = waitsFor.length === 0 ? null : t('estimator.waitsForApproval', { roles: waitsFor.join(', ') })
      const hindrance = (await this.#hindrance(db, principal, row, submission?.by.id, need)) ?? waiting
      const { roleTypeId, roleType, reasons, approval = null } = need
      return {
        roleTypeId,
        roleType,
        reasons,
        approval,
        waitsFor,
        mayDecide: hindrance === null && !approval,
        hindrance,
      }
    })
    return {
      rowVersion: row.rowVersion,
      submittedBy: submission?.by ?? null,
      needed: await Promise.all(answered),
      met,
      decisions,
      orders,
    }
  }

  /** Why somebody may not decide in the name of a role. */
  async #hindrance(
    db: Transaction,
    principal: Principal,
    { id, status, ownerId }: ResourceRow,
    submittedBy: string | undefined,
    { roleTypeId, roleType }: Need,
  ): Promise<string | null> {
    if (status !== 'review') return t('estimator.onlyInReview')
    if (ownerId === principal.userId) return t('estimator.ownProject')
    if (submittedBy === principal.userId) return t('estimator.ownSubmission')
    if (principal.permissions.has('project.approve')) return null
    const roles = await approvingRoles(db, principal, id)
    return roles.includes(roleTypeId) ? null : t('estimator.notInThatRole', { role: roleType })
  }
}

/** What somebody can change and look at again would tell a cost, step by step: such reasons are said once it is submitted. */
function withoutCostReasons(need: Need): Need[] {
  const reasons = need.reasons.filter(({ dimension }) => !isOfCosts(dimension))
  return reasons.length === 0 ? [] : [{ ...need, reasons }]
}
