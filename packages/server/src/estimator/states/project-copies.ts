import { type ListedRow, nextStates, projects } from '@packhouse/contract'
import { declared, t } from '@packhouse/messages'
import { sql } from 'kysely'
import type { Principal } from '../../engine/principal.ts'
import { assertThat, ProblemError } from '../../engine/problem-error.ts'
import { writeAudit } from '../../engine/resource/audit.ts'
import { type ResourceRow, rowOf, toColumn } from '../../engine/resource/columns.ts'
import type { ResourceStore } from '../../engine/resource/resource-store.ts'
import type { Transaction } from '../../platform/database.ts'
import type { FileFolder } from '../../platform/file-folder.ts'
import { keepCostsAsGiven } from '../pricing/costs-as-given.ts'
import type { ProjectVersions } from '../versions/project-versions.ts'
import { copyFiles, copyParts, renewLines } from './copy-parts.ts'
import { holdBriefly } from './hold-briefly.ts'

type Project = ListedRow<typeof projects>

/** In these states a project goes on as a new revision. */
const REVISABLE: readonly unknown[] = ['approved', 'sent', 'lost', 'expired']

/** What is never copied: what only the database or a transition sets. */
const OWN = ['number', 'revision', 'revisionOfId', 'status', 'ownerId']
const COPIED = Object.keys(projects.fields).filter((name) => {
  return !OWN.includes(name) && !('derived' in (projects.fields[name as keyof typeof projects.fields] ?? {}))
})

/** Revisions and duplicates of projects. */
export class ProjectCopies {
  readonly #projects: ResourceStore
  readonly #versions: ProjectVersions
  readonly #files: FileFolder

  constructor(store: ResourceStore, versions: ProjectVersions, files: FileFolder) {
    this.#projects = store
    this.#versions = versions
    this.#files = files
  }

  /** @throws ProblemError `transition_not_allowed` in other states, `not_usable` where there is a newer revision */
  async revise(principal: Principal, id: string): Promise<Project> {
    return await this.#projects.write(principal, async (db) => {
      const old = rowOf(projects, await this.#projects.rows.lock(db, id, {}))
      assertRevisable(old)
      const revision = await nextRevision(db, old)
      const values = sql`${old.number}, ${revision}, ${id}, ${old.ownerId}`
      const row = await this.#copy(db, principal, id, values, 'revise')
      await this.#versions.add(db, principal, row, 'revise', t('estimator.asRevisionWas', { revision: old.revision }))
      return rowOf(projects, row)
    })
  }

  async duplicate(principal: Principal, id: string): Promise<Project> {
    return await this.#projects.write(principal, async (db) => {
      await this.#projects.rows.find(db, id, {})
      const row = await this.#copy(db, principal, id, sql`NULL, 1, NULL, ${principal.userId}`, 'duplicate')
      return rowOf(projects, row)
    })
  }

  /** @param values number, revision, what it is a revision of, and owner */
  async #copy(
    db: Transaction,
    principal: Principal,
    from: string,
    values: ReturnType<typeof sql>,
    action: 'revise' | 'duplicate',
  ): Promise<ResourceRow> {
    await keepCostsAsGiven(db)
    const to = await insertCopy(db, principal, from, values)
    await holdBriefly(db, principal, to, async () => {
      await copyParts(db, principal, { from, to }, action === 'revise' ? 'all' : 'own')
      const files = await copyFiles(db, principal, { from, to })
      if (action === 'duplicate') await renewLines(db, to)
      for (const [copied, old] of files) await this.#files.copy(old, copied)
    })
    const after = await this.#projects.rows.find(db, to, {})
    await writeAudit(db, principal, projects, action, [{ before: undefined, after }])
    return after
  }
}

async function insertCopy(
  db: Transaction,
  { userId }: Principal,
  from: string,
  values: ReturnType<typeof sql>,
): Promise<string> {
  const columns = sql.join(COPIED.map((name) => sql.ref(toColumn(name))))
  const { rows } = await sql<{ id: string }>`
    INSERT INTO project (number, revision, revision_of_id, owner_id, status, created_by, updated_by, ${columns})
    SELECT ${values}, 'draft', ${userId}, ${userId}, ${columns} FROM project WHERE id = ${from} RETURNING id
  `.execute(db)
  assertThat(rows[0], 'internal')
  return rows[0].id
}

function assertRevisable({ status }: Project): void {
  if (REVISABLE.includes(status)) return
  const words = t('estimator.notRevisable', { state: declared(status) })
  const transitions = nextStates(projects, status)
  throw new ProblemError('transition_not_allowed', words, undefined, { state: status, transitions })
}

/** @throws ProblemError `not_usable` where another one follows already */
async function nextRevision(db: Transaction, { number, revision }: Project): Promise<number> {
  const { rows } = await sql<{ last: number; newer: number | null }>`
    SELECT max(revision) AS last, max(revision) FILTER (WHERE deleted_at IS NULL AND revision > ${revision}) AS newer
    FROM project WHERE number = ${number}
  `.execute(db)
  const newer = rows[0]?.newer ?? null
  assertThat(newer === null, 'not_usable', t('estimator.newerRevision', { revision: newer ?? 0 }))
  return (rows[0]?.last ?? revision) + 1
}
