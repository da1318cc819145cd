import { users } from '@packhouse/contract'
import { sql } from 'kysely'
import type { Transaction } from '../../platform/database.ts'
import { writeSecurityEvent } from '../security-events.ts'
import type { Person } from './person.ts'
import type { Provider } from './providers.ts'
import { assertSignOn, SignOnError } from './sign-on-error.ts'

const { email: emailField, first_name: nameField } = users.fields

/**
 * Whose account it is: that of the same subject of the same issuer at the same provider, and never one of the same email,
 * which a provider could claim. An unknown person gets an account where the provider may make them.
 * @throws SignOnError if there is no account
 */
export async function admit(db: Transaction, provider: Provider, person: Person): Promise<string> {
  const { rows } = await sql<{ user_id: string; blocked: boolean }>`
    UPDATE user_identity i SET last_used_at = now(), account = ${person.account} FROM user_account u
    WHERE i.provider_id = ${provider.id} AND i.issuer = ${person.issuer} AND i.subject = ${person.subject} AND u.id = i.user_id
    RETURNING i.user_id, u.disabled OR u.deleted_at IS NOT NULL AS blocked
  `.execute(db)
  const [known] = rows
  if (known?.blocked) throw new SignOnError('account_blocked', 'account blocked', { userId: known.user_id })
  if (known !== undefined) return known.user_id
  assertSignOn(provider.newUsers === 'create', 'account_unknown', 'account unknown')
  return await makeAccount(db, provider, person)
}

async function makeAccount(db: Transaction, provider: Provider, person: Person): Promise<string> {
  const email = emailField.schema.safeParse(person.email).data
  assertSignOn(email !== undefined, 'profile_incomplete', 'no email')
  const { rows } = await sql<{ id: string }>`
    INSERT INTO user_account (email, first_name, last_name, customer_id)
    VALUES (${email}, ${nameOf(person.firstName, email.split('@')[0])}, ${nameOf(person.lastName, '-')}, ${provider.customerId})
    ON CONFLICT DO NOTHING RETURNING id
  `.execute(db)
  const [made] = rows
  assertSignOn(made, 'email_taken', 'email taken')
  await sql`
    INSERT INTO user_identity (provider_id, issuer, subject, user_id, account, last_used_at)
    VALUES (${provider.id}, ${person.issuer}, ${person.subject}, ${made.id}, ${person.account}, now())
  `.execute(db)
  await writeSecurityEvent(db, {
    userId: made.id,
    action: 'sign-on-account-made',
    detail: { provider: provider.name, account: person.account },
  })
  return made.id
}

function nameOf(given: string | null, fallback = '-'): string {
  return nameField.schema.safeParse(given).data ?? nameField.schema.safeParse(fallback).data ?? '-'
}
