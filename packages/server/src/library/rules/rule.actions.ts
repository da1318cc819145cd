import type { MachineConfiguration, WholeRuleRevision } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { isKnown, sendNotModified } from '../../engine/entity-tags.ts'
import { answered, type HandlersOf } from '../../engine/handlers.ts'
import { assertThat, ProblemError } from '../../engine/problem-error.ts'
import { refersToNothing } from '../../engine/resource/referred.ts'
import type { ResourceStore } from '../../engine/resource/resource-store.ts'
import type { Transaction } from '../../platform/database.ts'
import type { RuleCheckParts } from './changed-rules.ts'
import { configure } from './configuration.ts'
import { readContentRows } from './content-rows.ts'
import { toRuleContent } from './rule-content.ts'
import { findRuleFaults } from './rule-findings.ts'
import { listRevisions, presentRevision, readRevision } from './rule-revisions.ts'

export interface RuleParts extends RuleCheckParts {
  machines: ResourceStore
}

type RuleCalls =
  | 'checkOptionRules'
  | 'configureMachine'
  | 'currentRuleRevision'
  | 'getRuleRevision'
  | 'listRuleRevisions'

/** The special calls of the rules between options, their revisions, and the configuration of a machine. */
export function ruleHandlers({ machines, limits, refusals }: RuleParts): HandlersOf<RuleCalls> {
  return {
    checkOptionRules: async ({ principal, params: { id } }) =>
      await machines.read(principal, async (db) => {
        await machines.rows.find(db, id, {})
        const [rows] = await readContentRows(db, [id])
        assertThat(rows, 'not_found')
        return await findRuleFaults(toRuleContent(rows), limits)
      }),

    listRuleRevisions: async ({ principal, params: { id }, query }) =>
      await machines.read(principal, (db) => listRevisions(db, id, query)),

    currentRuleRevision: async ({ principal, params: { id }, request, reply }) =>
      sendRevision(
        request,
        reply,
        await machines.read(principal, async (db) => {
          await machines.rows.find(db, id, {})
          return await presentRevision(db, principal, id)
        }),
      ),

    getRuleRevision: async ({ principal, params: { id, number }, request, reply }) =>
      sendRevision(request, reply, await machines.read(principal, (db) => readRevision(db, id, number))),

    async configureMachine({ principal, params: { id }, body }) {
      const { chosen, declined, styleId, explain, revision: number } = body
      assertOnce(chosen, declined)
      const { revision, today } = await machines.read(principal, async (db) => {
        if (number === null) await machines.rows.find(db, id, {})
        const revision = await (number === null ? presentRevision(db, principal, id) : readRevision(db, id, number))
        await assertStyle(db, styleId)
        return { revision, today: await readDay(db) }
      })
      const answer = await configure({ revision, configuration: { chosen, declined }, styleId, explain, today, limits })
      if (answer.undecided.length > 0) refusals.count('library', 'configuration_given_up')
      if (answer.options.some(isGivenUp)) refusals.count('library', 'reason_given_up')
      return answer
    },
  }
}

function isGivenUp({ reason, swaps }: MachineConfiguration['options'][number]): boolean {
  return reason?.isMinimal === false || swaps?.isSmallest === false
}

/** A revision never changes, but whether it is the one of now does. */
function sendRevision(request: FastifyRequest, reply: FastifyReply, revision: WholeRuleRevision) {
  const etag = `"${revision.hash}-${revision.isCurrent ? 'current' : 'old'}"`
  reply.header('etag', etag).header('cache-control', 'no-store')
  if (!isKnown(request, etag)) return revision
  sendNotModified(reply)
  return answered
}

function assertOnce(chosen: readonly string[], declined: readonly string[]): void {
  const errors = declined.flatMap((id, index) =>
    chosen.includes(id)
      ? [{ path: `body.declined.${index}`, code: 'rule', message: t('library.optionIsChosenToo') }]
      : [],
  )
  if (errors.length === 0) return
  throw new ProblemError('invalid_request', errors.map(({ path, message }) => `${path} ${message}`).join('; '), errors)
}

/** Also a style that was deleted: a revision may name it. */
async function assertStyle(db: Transaction, styleId: string | null): Promise<void> {
  if (styleId === null) return
  const { rows } = await sql`SELECT FROM packaging_style WHERE id = ${styleId}`.execute(db)
  if (rows.length > 0) return
  const error = { path: 'body.styleId', code: 'reference', message: refersToNothing() }
  throw new ProblemError('invalid_request', `${error.path} ${error.message}`, [error])
}

async function readDay(db: Transaction): Promise<string> {
  const { rows } = await sql<{ day: string }>`SELECT current_date::text AS day`.execute(db)
  return rows[0]?.day ?? ''
}
