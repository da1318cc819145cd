import { z } from 'zod'
import { defineCall } from '../engine/call.ts'
import { field } from '../engine/field.ts'
import { defineResource } from '../engine/resource.ts'

const area = 'Access'

/** The options of the login screen that use an identity provider. */
export const signOnOptions = ['okta', 'cmms', 'core-cmms'] as const
export type SignOnOption = (typeof signOnOptions)[number]

/** OpenID Connect asks for these where a provider names no others. */
export const DEFAULT_SCOPES = 'openid email profile'

/** Where people of the company sign in instead of here, by OpenID Connect or SAML 2.0. */
export const identityProviders = defineResource({
  name: 'identityProvider',
  table: 'identity_provider',
  area,
  noun: ['identity provider', 'identity providers'],
  fields: {
    name: field.text({ label: 'Name', required: true, max: 100, search: true, sort: true }),
    option: field.choice(signOnOptions, { label: 'Login button', required: true, filter: true }),
    kind: field.choice(['oidc', 'saml'], { label: 'Protocol', required: true, filter: true }),
    enabled: field.boolean({
      label: 'Enabled',
      help: 'Offered on the login screen only when enabled',
      fallback: false,
      readOnly: true,
      filter: true,
    }),
    issuer: field.url({
      label: 'Issuer',
      help: 'Needed for OpenID Connect. The discovery document is found under this address',
      called: 'public',
    }),
    clientId: field.text({ label: 'Client id' }),
    hasSecret: field.boolean({ label: 'Has a client secret', fallback: false, readOnly: true }),
    scopes: field.text({ label: 'Scopes', help: `Separated by spaces. Empty: ${DEFAULT_SCOPES}` }),
    metadata: field.multiline({ label: 'Provider metadata', help: 'The metadata XML from the provider', max: 100_000 }),
    groupsClaim: field.text({
      label: 'Groups claim',
      help: 'Claim or attribute. If empty, nobody is assigned to groups',
    }),
    newUsers: field.choice(['refuse', 'create'], {
      label: 'People without an account',
      help: 'Refuse them, or create an account at their first sign-in',
      required: true,
      fallback: 'refuse',
    }),
    customerId: field.reference('customer', { label: 'Customer of new users', help: 'Empty: new users are staff' }),
  },
  mounts: [{ path: '/v1/auth/identity-providers' }],
  label: 'name',
  defaultSort: 'name',
  rules: {
    identity_provider_name_taken: { code: 'duplicate', fields: ['name'], message: 'is used by another provider' },
    identity_provider_option_served_once: {
      code: 'rule',
      fields: ['option'],
      message: 'is already used by another provider: disable that one first',
    },
  },
  traits: { stepUp: ['create', 'update', 'remove'] },
})

const id = z.object({ id: z.uuid() })

export const setProviderSecret = defineCall({
  area,
  method: 'PUT',
  path: '/v1/auth/identity-providers/{id}/secret',
  stepUp: true,
  summary: 'Set the client secret of an identity provider, or remove it with null',
  description: 'It is stored encrypted and never shown again.',
  access: 'identityProvider.update',
  params: id,
  body: z.strictObject({ secret: z.string().trim().min(1, 'must not be empty').max(1024).nullable() }),
  problems: ['not_found'],
})

export const switchProvider = defineCall({
  area,
  method: 'PUT',
  path: '/v1/auth/identity-providers/{id}/enabled',
  stepUp: true,
  summary: 'Switch an identity provider on or off',
  description: 'One at most is on for each button of the login. It must have what its protocol needs.',
  access: 'identityProvider.update',
  params: id,
  body: z.strictObject({ enabled: z.boolean() }),
  problems: ['not_found', 'invalid_request'],
})

export const providerCheckSchema = z.object({
  name: z.string(),
  ok: z.boolean(),
  words: z.string().describe('What was found and, where it is not right, what to do'),
})

export type ProviderCheck = z.infer<typeof providerCheckSchema>

export const testProvider = defineCall({
  area,
  method: 'POST',
  path: '/v1/auth/identity-providers/{id}/test',
  summary: 'Try an identity provider out and explain what is wrong',
  access: 'identityProvider.update',
  params: id,
  result: z.array(providerCheckSchema),
  problems: ['not_found'],
})

export const signOnAddresses = defineCall({
  area,
  method: 'GET',
  path: '/v1/auth/sign-on-addresses',
  summary: 'What has to be entered at an identity provider',
  access: 'identityProvider.read',
  result: z.object({
    redirectUri: z.string().describe('OpenID Connect: redirect URI'),
    entityId: z.string().describe('SAML: entity id, and the address of our metadata'),
    consumerUrl: z.string().describe('SAML: assertion consumer service, HTTP-POST'),
  }),
})
