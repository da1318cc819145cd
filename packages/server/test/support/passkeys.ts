import { type Deviation, SoftwarePasskey } from './authenticator.ts'
import { Caller } from './caller.ts'
import type { Answer } from './http-request.ts'
import type { TestApp } from './test-app.ts'

/** The address of products whose passkeys are tried; nothing is asked for there. */
export const PASSKEY_ORIGIN = 'https://packhouse.example'

/** Adds a passkey to the account of a user. */
export async function addPasskey(user: Caller, name = 'Phone'): Promise<SoftwarePasskey> {
  const passkey = new SoftwarePasskey(PASSKEY_ORIGIN)
  await user.call('finishPasskey', { body: { name, passkey: passkey.create(await user.call('beginPasskey')) } })
  return passkey
}

export interface Attempt extends Deviation {
  /** The second factor of this sign-in. */
  pendingToken?: string
  /** Headers of the first and of the second call; another program than a browser sends none. */
  begin?: Record<string, string>
  finish?: Record<string, string>
}

/** Tries to sign in with a passkey. @returns the last answer */
export async function tryPasskey(app: TestApp, passkey: SoftwarePasskey, attempt: Attempt = {}): Promise<Answer> {
  const { pendingToken, begin = {}, finish = {}, ...deviation } = attempt
  const pending = pendingToken === undefined ? {} : { pending_token: pendingToken }
  const begun = await app.anonymous.post('/v1/auth/passkeys/begin', pending, begin)
  if (begun.status !== 200) return begun
  const body = { ...pending, passkey: passkey.get(begun.body as never, deviation) }
  return await app.anonymous.post('/v1/auth/passkeys/finish', body, finish)
}

/** Anyone who has signed in by an answer. */
export function callerOf(app: TestApp, answer: Answer, headers: Record<string, string> = {}): Caller {
  return new Caller(app.port, answer.body as { access_token: string; refresh_token: string }, headers)
}

/** The cookie that an answer sets, as it is sent back. */
export function cookieOf(answer: Answer): string {
  return answer.headers['set-cookie']?.[0]?.split(';')[0] ?? ''
}
