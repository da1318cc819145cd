import type { Api, CallResult } from '@packhouse/contract'
import type { TestApp } from './test-app.ts'
import { until } from './until.ts'

export type StoredMail = CallResult<Api['listMails']>['items'][number]

/** The mails of somebody that the outbox holds, newest first, as staff see them. */
export async function mailsTo(app: TestApp, recipient: string): Promise<StoredMail[]> {
  const { items } = await (await app.as('staff')).call('listMails', { query: { pageSize: 200 } })
  return items.filter((mail) => mail.recipient === recipient)
}

/** Waits for the `count`th mail to somebody. @returns the newest */
export async function mailTo(app: TestApp, recipient: string, count = 1): Promise<StoredMail> {
  return await until(`mail ${count} to ${recipient}`, async () => {
    const mails = await mailsTo(app, recipient)
    return mails.length >= count && mails[0]
  })
}

/** The secret of the link in a mail. */
export function tokenIn({ link, text }: StoredMail): string {
  const token = link === null ? null : new URL(link).searchParams.get('token')
  if (token === null) throw new Error(`There is no link to be seen in the mail: ${text}`)
  return token
}

/** Makes somebody who has no password yet. @returns the id */
export async function makeInvited(app: TestApp, email: string): Promise<string> {
  const [made] = await app.sql<{ id: string }>(
    `INSERT INTO user_account (email, first_name, last_name) VALUES ($1, 'Ada', 'Berg') RETURNING id`,
    [email],
  )
  return made?.id ?? ''
}

/** The actions that the audit reports somebody, in their order. */
export async function auditOf(app: TestApp, userId: string): Promise<{ action: string; actor_id: string }[]> {
  return await app.sql<{ action: string; actor_id: string }>(
    `SELECT action, actor_id FROM audit_event WHERE resource = 'user' AND row_id = $1 ORDER BY id`,
    [userId],
  )
}
