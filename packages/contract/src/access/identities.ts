import { z } from 'zod'
import { defineCall } from '../engine/call.ts'
import { signOnOptions } from './identity-providers.ts'

const area = 'Own account'
const id = z.object({ id: z.uuid() })

export const identitySchema = z.object({
  id: z.uuid().describe('Of the identity provider'),
  name: z.string(),
  option: z.enum(signOnOptions),
  available: z.boolean().describe('Whether the provider is switched on'),
  linked: z.boolean(),
  account: z.string().nullable().describe('The account at the provider, as it names it'),
  linkedAt: z.iso.datetime().nullable(),
  lastUsedAt: z.iso.datetime().nullable(),
})

export type Identity = z.infer<typeof identitySchema>

export const myIdentities = defineCall({
  area,
  method: 'GET',
  path: '/v1/me/identities',
  summary: 'The identity providers, and which are linked to the own account',
  access: 'signed-in',
  result: z.array(identitySchema),
})

export const startLinking = defineCall({
  area,
  method: 'POST',
  path: '/v1/me/identities/{id}/link',
  summary: 'Begin to link an identity provider to the own account',
  description: 'Hand the ticket to the start of a single sign-on as `token`. It works once and for 60 seconds.',
  access: 'signed-in',
  stepUp: true,
  params: id,
  result: z.object({ ticket: z.string(), option: z.enum(signOnOptions) }),
  problems: ['not_found', 'duplicate'],
})

export const unlinkIdentity = defineCall({
  area,
  method: 'DELETE',
  path: '/v1/me/identities/{id}',
  summary: 'Unlink an identity provider from the own account',
  access: 'signed-in',
  params: id,
  problems: ['not_found', 'invalid_request'],
})
