import { type PriceWalk, priceWalk, type WalkedProject, walkedProjectSchema } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { sql } from 'kysely'
import type { Principal } from '../../engine/principal.ts'
import { assertThat } from '../../engine/problem-error.ts'
import type { ResourceRow } from '../../engine/resource/columns.ts'
import { makeTransitionIn, type Step } from '../../engine/resource/lifecycle.ts'
import type { ResourceStore } from '../../engine/resource/resource-store.ts'
import { VersionStore } from '../../engine/resource/versions/version-store.ts'
import type { Transaction } from '../../platform/database.ts'
import { keepCostsAsGiven } from '../pricing/costs-as-given.ts'
import { priceChangedProjects, readCurrency } from '../pricing/price-changed-projects.ts'
import { readPriced } from '../pricing/read-priced-project.ts'
import { assertProved, proveTransition } from '../quote/prove-quote.ts'
import type { QuoteProofs } from '../quote/quote-proofs.ts'
import { holdBriefly } from '../states/hold-briefly.ts'

/** Transitions after which somebody counts on the documents of a quote. */
const PROMISES = ['submit', 'send']

/** Versions of projects beyond those that are made by hand: at transitions and around a restore. */
export class ProjectVersions {
  readonly #projects: ResourceStore
  readonly #versions: VersionStore
  readonly #proofs: QuoteProofs

  constructor(projects: ResourceStore, proofs: QuoteProofs) {
    this.#projects = projects
    this.#proofs = proofs
    this.#versions = new VersionStore(projects)
  }

  /** Stores a project, which the caller has locked, within a transaction that does more than this. */
  async add(db: Transaction, principal: Principal, row: ResourceRow, reason: string, note: string | null = null) {
    return await this.#versions.addIn(db, principal, row, note, reason)
  }

  /**
   * Brings a project into its next state and stores it as it is then. What is promised by that can be made.
   * @throws ProblemError `invalid_request` with what is wrong with the documents of the quote, at the fields where it was typed
   */
  async transition(principal: Principal, step: Step): Promise<ResourceRow> {
    const isPromise = PROMISES.includes(step.name)
    const parts = { projects: this.#projects, proofs: this.#proofs }
    const faults = isPromise ? await proveTransition(parts, principal, step.id, step.name) : []
    return await this.#projects.write(principal, async (db) => {
      const row = await makeTransitionIn(db, this.#projects, principal, step)
      assertProved(faults)
      await this.add(db, principal, row, step.name)
      if (step.name === 'submit') await this.#endEditing(db, step.id)
      return row
    })
  }

  /**
   * Brings a submitted project into its next state. Nobody edits it any more, so no lock is asked for; whoever edits it all the same is in the way.
   * @throws ProblemError `edit_locked` with the holder
   */
  async leaveReview(principal: Principal, step: Step): Promise<ResourceRow> {
    return await this.#projects.write(principal, async (db) => {
      const { status } = await this.#projects.rows.lock(db, step.id, {})
      const make = () => makeTransitionIn(db, this.#projects, principal, step)
      return status === 'review' ? await holdBriefly(db, principal, step.id, make) : await make()
    })
  }

  /** Whoever submits a project is done with it: a lock that stays would keep the last approval from being given. */
  async #endEditing(db: Transaction, id: string): Promise<void> {
    // While it is held: what follows from the change is one too.
    await priceChangedProjects(db)
    await sql`
      UPDATE project_lock SET expires_at = clock_timestamp() WHERE project_id = ${id} AND expires_at > clock_timestamp()
    `.execute(db)
  }

  /**
   * Makes a project what a version says. The present is stored first, and then what was restored.
   * @throws ProblemError `stale`, `state_frozen`, or what saving the same by hand would throw
   */
  async restore(principal: Principal, id: string, number: number, rowVersion: unknown): Promise<ResourceRow> {
    return await this.#projects.write(principal, async (db) => {
      await this.add(db, principal, await this.#projects.rows.lock(db, id, {}), 'beforeRestore')
      await keepCostsAsGiven(db)
      const row = await this.#versions.restoreIn(db, principal, { id, parent: {} }, number, rowVersion)
      const { rates = [] } = await this.#versions.whole(db, { id, parent: {} }, number)
      await sql`UPDATE project SET rates = ${JSON.stringify(rates)}::jsonb WHERE id = ${id}`.execute(db)
      await priceChangedProjects(db)
      await this.add(db, principal, row, 'restore', t('estimator.restoredFrom', { number }))
      return await this.#projects.whole(db, await this.#projects.rows.find(db, id, {}))
    })
  }

  /** @param a the number of a version, or `now` @throws ProblemError `not_found` */
  async walk(principal: Principal, id: string, a: string, b: string): Promise<PriceWalk> {
    return await this.#projects.read(principal, async (db) => {
      await this.#projects.rows.find(db, id, {})
      const [before, after] = [await this.#walked(db, id, a), await this.#walked(db, id, b)]
      return priceWalk(before, after, await readCurrency(db, after.currency))
    })
  }

  async #walked(db: Transaction, id: string, place: string): Promise<WalkedProject> {
    const versionOf = { id, parent: {} }
    const snapshot =
      place === 'now' ? await readPriced(db, id) : await this.#versions.whole(db, versionOf, Number(place))
    assertThat(snapshot, 'not_found')
    return walkedProjectSchema.parse(snapshot)
  }
}
