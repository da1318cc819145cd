import type { QuoteQuestion } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { type RawBuilder, sql } from 'kysely'
import { ProblemError } from '../../engine/problem-error.ts'
import type { Db } from '../../platform/database.ts'

/** More are not taken by one link. */
const MOST_OF_LINK = 50

interface QuestionRow extends Omit<QuoteQuestion, 'askedAt' | 'answeredAt'> {
  askedAt: Date
  answeredAt: Date | null
}

export const questionsOfLink = (db: Db, linkId: string) => readQuestions(db, sql`l.id = ${linkId}`)
export const questionsOfProject = (db: Db, projectId: string) => readQuestions(db, sql`l.project_id = ${projectId}`)

/** Oldest first. */
async function readQuestions(db: Db, which: RawBuilder<unknown>): Promise<QuoteQuestion[]> {
  const { rows } = await sql<QuestionRow>`
    SELECT q.id, q.section, q.name, q.question, q.asked_at AS "askedAt", q.answer,
      trim(u.first_name || ' ' || u.last_name) AS "answeredBy", q.answered_at AS "answeredAt"
    FROM quote_question q JOIN quote_link l ON l.id = q.link_id LEFT JOIN user_account u ON u.id = q.answered_by
    WHERE ${which} ORDER BY q.asked_at, q.id LIMIT 500
  `.execute(db)
  return rows.map((row) => ({
    ...row,
    askedAt: row.askedAt.toISOString(),
    answeredAt: row.answeredAt?.toISOString() ?? null,
  }))
}

/** @throws ProblemError `too_many_requests` where the link has asked as much as it may */
export async function addQuestion(
  db: Db,
  linkId: string,
  { section, name, question }: Pick<QuoteQuestion, 'section' | 'name' | 'question'>,
): Promise<void> {
  // Those who ask at once follow each other, so that none slips by the bound.
  await sql`SELECT FROM quote_link WHERE id = ${linkId} FOR NO KEY UPDATE`.execute(db)
  const { rows } = await sql`
    INSERT INTO quote_question (link_id, section, name, question)
    SELECT ${linkId}, ${section}, ${name}, ${question}
    WHERE (SELECT count(*) FROM quote_question WHERE link_id = ${linkId}) < ${MOST_OF_LINK} RETURNING id
  `.execute(db)
  if (rows.length === 0) throw new ProblemError('too_many_requests', t('quote.tooManyQuestions'))
}

/** Answers a question that is open. @returns its link; undefined where the project has no such question, or it is answered */
export async function answerQuestion(
  db: Db,
  answer: { projectId: string; questionId: string; text: string; userId: string },
): Promise<string | undefined> {
  const { rows } = await sql<{ linkId: string }>`
    UPDATE quote_question q SET answer = ${answer.text}, answered_at = now(), answered_by = ${answer.userId}
    FROM quote_link l WHERE l.id = q.link_id AND l.project_id = ${answer.projectId} AND q.id = ${answer.questionId}
      AND q.answer IS NULL RETURNING q.link_id AS "linkId"
  `.execute(db)
  return rows[0]?.linkId
}
