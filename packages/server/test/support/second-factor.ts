import { generateSync } from 'otplib'
import type { Caller } from './caller.ts'
import type { TestApp } from './test-app.ts'

/** The second factor of an account of the tests, with what the user's phone knows. */
export interface TestSecondFactor {
  secret: string
  recoveryCodes: string[]
}

/** The code that an app shows at a time, in seconds since the epoch. */
export function codeAt(secret: string, time: number): string {
  return generateSync({ secret, epoch: Math.floor(time) })
}

/** The code that an app shows. @param steps how many steps its clock is ahead of that of the database */
export async function codeOf(app: TestApp, secret: string, steps = 0): Promise<string> {
  const [row] = await app.sql<{ now: number }>('SELECT extract(epoch FROM now())::float8 AS now')
  return codeAt(secret, (row?.now ?? 0) + steps * 30)
}

/** Switches the second factor of a user on; the code of the present step works again afterwards. */
export async function switchOn(app: TestApp, user: Caller): Promise<TestSecondFactor> {
  const { secret } = await user.call('startSecondFactor')
  const code = await codeOf(app, secret)
  const { recoveryCodes } = await user.call('confirmSecondFactor', { body: { code } })
  await forgetUsedCodes(app)
  return { secret, recoveryCodes }
}

/** As if time had passed since the last code. */
export async function forgetUsedCodes(app: TestApp): Promise<void> {
  await app.sql('UPDATE user_second_factor SET last_step = 0')
}
