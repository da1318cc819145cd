import { z } from 'zod'
import { defineCall } from '../engine/call.ts'
import { tokenPairSchema } from './auth.ts'

const area = 'Own account'
const signIn = 'Sign-in'

/** Bytes as WebAuthn's JSON carries them: base64url without padding. */
const bytes = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^[\w-]*$/, 'must be base64url')
    .meta({ examples: ['cGFja2hvdXNl'] })
const keyType = z.literal('public-key')
const transports = z.array(z.string().max(40)).max(20)

/** What is taken of `PublicKeyCredential.toJSON()`; what browsers add to it is passed over. */
const credential = { id: bytes(2_000), rawId: bytes(2_000), type: keyType }

/** A new passkey as the browser hands it over (WebAuthn 3, RegistrationResponseJSON). */
export const newPasskeySchema = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: bytes(10_000),
    attestationObject: bytes(100_000),
    transports: transports.optional(),
  }),
})

/** That somebody holds a passkey, as the browser hands it over (WebAuthn 3, AuthenticationResponseJSON). */
export const passkeyProofSchema = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: bytes(10_000),
    authenticatorData: bytes(10_000),
    signature: bytes(10_000),
    userHandle: bytes(200).optional(),
  }),
})

export type NewPasskey = z.infer<typeof newPasskeySchema>
export type PasskeyProof = z.infer<typeof passkeyProofSchema>

const descriptor = z.object({ id: z.string(), type: keyType, transports: z.array(z.string()).optional() })

/** For `navigator.credentials.get` (WebAuthn 3, PublicKeyCredentialRequestOptionsJSON). */
export const passkeyRequestSchema = z.object({
  challenge: z.string().describe('Once, for 5 minutes'),
  timeout: z.int(),
  rpId: z.string(),
  userVerification: z.literal('required'),
  allowCredentials: z.array(descriptor).optional().describe('Absent where any passkey of this site will do'),
})

/** For `navigator.credentials.create` (WebAuthn 3, PublicKeyCredentialCreationOptionsJSON). */
export const passkeyCreationSchema = z.object({
  challenge: z.string().describe('Once, for 5 minutes'),
  timeout: z.int(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type: keyType, alg: z.int() })),
  excludeCredentials: z.array(descriptor),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
  attestation: z.literal('none'),
})

export type PasskeyRequest = z.infer<typeof passkeyRequestSchema>
export type PasskeyCreation = z.infer<typeof passkeyCreationSchema>

export const passkeySchema = z.object({
  id: z.uuid(),
  name: z.string(),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable(),
  backedUp: z.boolean().describe('Whether its provider stores a copy, so that it survives the loss of the device'),
})

export type Passkey = z.infer<typeof passkeySchema>

const name = z
  .string()
  .trim()
  .min(1, 'must not be empty')
  .max(100, 'must not be longer than 100 characters')
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  .regex(/^[^\u0000-\u001f\u007f]*$/, 'must not contain control characters')
  .describe('Distinguishes it from the other passkeys of the user')
const id = z.object({ id: z.uuid() })
const pendingToken = z.string().max(256)

export const myPasskeys = defineCall({
  area,
  method: 'GET',
  path: '/v1/me/passkeys',
  summary: 'The own passkeys, the oldest first',
  access: 'signed-in',
  result: z.array(passkeySchema),
})

export const beginPasskey = defineCall({
  area,
  method: 'POST',
  path: '/v1/me/passkeys/begin',
  summary: 'Begin to add a passkey',
  description: 'The answer goes to `navigator.credentials.create`, what comes of that to `/v1/me/passkeys/finish`.',
  access: 'signed-in',
  stepUp: true,
  result: passkeyCreationSchema,
  problems: ['invalid_request'],
})

export const finishPasskey = defineCall({
  area,
  method: 'POST',
  path: '/v1/me/passkeys/finish',
  summary: 'Add the passkey that the browser has made',
  access: 'signed-in',
  body: z.strictObject({ name, passkey: newPasskeySchema }),
  result: passkeySchema,
  status: 201,
  problems: ['duplicate'],
})

export const renamePasskey = defineCall({
  area,
  method: 'PUT',
  path: '/v1/me/passkeys/{id}',
  summary: 'Give one of the own passkeys another name',
  access: 'signed-in',
  params: id,
  body: z.strictObject({ name }),
  result: passkeySchema,
})

export const removePasskey = defineCall({
  area,
  method: 'DELETE',
  path: '/v1/me/passkeys/{id}',
  summary: 'Remove one of the own passkeys',
  description: 'The last one stays while a role of the user needs a second factor and no app is set up.',
  access: 'signed-in',
  stepUp: true,
  params: id,
  problems: ['second_factor_required'],
})

export const pendingSecondFactors = defineCall({
  area: signIn,
  method: 'POST',
  path: '/v1/auth/second-factors',
  summary: 'With what a sign-in that awaits its second factor can be finished',
  access: 'public',
  body: z.strictObject({ pending_token: pendingToken }),
  result: z.object({
    code: z.boolean().describe('A code of an app, or a recovery code'),
    passkey: z.boolean(),
  }),
  problems: ['pending_token_invalid'],
})

export const beginPasskeySignIn = defineCall({
  area: signIn,
  method: 'POST',
  path: '/v1/auth/passkeys/begin',
  summary: 'Begin to sign in with a passkey',
  description:
    'The answer goes to `navigator.credentials.get`, what comes of that to `/v1/auth/passkeys/finish`. With the ' +
    '`pending_token` of a login the passkey is its second factor; without, it takes the place of email and password.',
  access: 'public',
  body: z.strictObject({ pending_token: pendingToken.optional() }),
  result: passkeyRequestSchema,
  problems: ['pending_token_invalid', 'too_many_attempts'],
})

export const finishPasskeySignIn = defineCall({
  area: signIn,
  method: 'POST',
  path: '/v1/auth/passkeys/finish',
  summary: 'Sign in with a passkey',
  access: 'public',
  body: z.strictObject({ pending_token: pendingToken.optional(), passkey: passkeyProofSchema }),
  result: tokenPairSchema,
  problems: ['passkey_refused', 'pending_token_invalid', 'too_many_attempts'],
})
