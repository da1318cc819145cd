import type { NewPasskey, PasskeyProof } from '@packhouse/contract'
import type { RegistrationResponseJSON } from '@simplewebauthn/server'
import type { RelyingParty } from './relying-party.ts'

/** COSE algorithms that are taken (RFC 9053): EdDSA, ES256, RS256. */
export const ALGORITHMS = [-8, -7, -257]

/** What is stored of a passkey. */
export interface PasskeyKey {
  credentialId: string
  publicKey: Buffer
  counter: number
  backedUp: boolean
}

/** Below every counter: the counter is compared by the statement that stores it, where parallel proofs meet. */
const ANY_COUNTER = -1

/** What the browser says it has signed, before anything of it is known to be true. */
export function readClientData(encoded: string): { challenge: string; isFramed: boolean } {
  try {
    const { challenge, crossOrigin } = JSON.parse(Buffer.from(encoded, 'base64url').toString('utf8')) ?? {}
    return { challenge: typeof challenge === 'string' ? challenge : '', isFramed: crossOrigin === true }
  } catch {
    return { challenge: '', isFramed: false }
  }
}

/** WebAuthn 3, section 7.1. @returns the key; undefined if anything is not as it must be */
export async function verifyNewPasskey(
  passkey: NewPasskey,
  challenge: string,
  party: RelyingParty,
): Promise<PasskeyKey | undefined> {
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
  const checked = await unlessRefused(
    verifyRegistrationResponse({
      response: { ...passkey, clientExtensionResults: {} } as RegistrationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    }),
  )
  if (!checked?.verified) return undefined
  const { credential, credentialBackedUp } = checked.registrationInfo
  const { id, publicKey, counter } = credential
  return { credentialId: id, publicKey: Buffer.from(publicKey), counter, backedUp: credentialBackedUp }
}

/** WebAuthn 3, section 7.2, but for the counter. @returns the new counter; undefined if anything is not as it must be */
export async function verifyProof(
  proof: PasskeyProof,
  challenge: string,
  party: RelyingParty,
  { credentialId, publicKey }: Pick<PasskeyKey, 'credentialId' | 'publicKey'>,
): Promise<Pick<PasskeyKey, 'counter' | 'backedUp'> | undefined> {
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  const checked = await unlessRefused(
    verifyAuthenticationResponse({
      response: { ...proof, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      credential: { id: credentialId, publicKey: new Uint8Array(publicKey), counter: ANY_COUNTER },
      requireUserVerification: true,
    }),
  )
  if (!checked?.verified) return undefined
  const { newCounter, credentialBackedUp } = checked.authenticationInfo
  return { counter: newCounter, backedUp: credentialBackedUp }
}

/** The library throws whatever it finds wrong, from a broken encoding to another origin. */
async function unlessRefused<T>(checking: Promise<T>): Promise<T | undefined> {
  return await checking.catch(() => undefined)
}
