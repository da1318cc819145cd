import { redirect } from '@tanstack/react-router'
import type { SignOnAnswer } from '../lib/finish-sign-on.ts'
import { publicSettingsQuery } from '../lib/public-settings.ts'
import { queryClient } from '../lib/query-client.ts'
import { startAddress } from './start-address.ts'

/** What a provider leads back with; anything else in the address is left out. */
export function signOnAnswer({ code, state, error }: Record<string, unknown>): SignOnAnswer {
  return {
    ...(typeof code === 'string' && { code }),
    ...(typeof state === 'string' && { state }),
    ...(typeof error === 'string' && { error }),
  }
}

/** Finishes a single sign-on: leads on to where the user wanted to go, or returns what went wrong. */
export async function finishWayBack(answer: SignOnAnswer) {
  const { finishSignOn } = await import('../lib/finish-sign-on.ts')
  const { failure, intended } = await finishSignOn(answer)
  if (failure === null) throw redirect({ href: await startAddress(intended), replace: true })
  return { failure, intended, settings: await queryClient.ensureQueryData(publicSettingsQuery) }
}
