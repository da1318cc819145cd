import { z } from 'zod'
import { defineAddress } from '../engine/address.ts'
import { CHALLENGE, signOnFaults, tokenAnswerSchema } from './single-sign-on.ts'

const area = 'Sign-in'

const led = (description: string) => ({ 303: { description, sends: ['Location'] as const } })

const FAULT = `A failure leads back too, with \`error\`: ${Object.keys(signOnFaults).join(', ')}.`

const start = z.object({
  redirect: z
    .string()
    .max(500)
    .describe('The callback screen: `/okta/callback` or `/cmms/callback` of the public address'),
  state: z.string().min(1).max(200).describe('Comes back unchanged'),
  code_challenge: z.string().regex(CHALLENGE).describe('S256 challenge of the verifier (RFC 7636, 4.2)'),
  code_challenge_method: z.literal('S256').optional(),
  token: z.string().optional().describe('The ticket of `POST /v1/me/identities/{id}/link`, to link the own account'),
})

const description = `Opened by a browser, which is led to the provider and then back to \`redirect\` with \`code\` and \`state\`. \`POST /auth/pkce/exchange\`
makes tokens of the code. ${FAULT}`

export const startSignOn = defineAddress({
  area,
  method: 'GET',
  path: '/auth/saml2/login',
  summary: 'Start the single sign-on of the company',
  description,
  query: start.extend({ option: z.literal('okta').optional() }),
  answers: led('To the provider, or back with the fault'),
})

export const startMaintenanceSignOn = defineAddress({
  area,
  method: 'GET',
  path: '/auth/cmms/login',
  summary: 'Start the single sign-on of the maintenance system',
  description,
  query: start.extend({ option: z.enum(['cmms', 'core-cmms']).optional().describe('`cmms` where it is not given') }),
  answers: led('To the provider, or back with the fault'),
})

export const openIdCallback = defineAddress({
  area,
  method: 'GET',
  path: '/auth/callback/oidc',
  summary: 'Where providers of OpenID Connect lead a browser back to',
  description: `The redirect URI to register at the provider. ${FAULT}`,
  query: z.object({
    state: z.string().describe('That of the start'),
    code: z.string().optional(),
    error: z.string().optional().describe('Why the provider signed nobody in'),
  }),
  answers: led('To the callback screen'),
})

export const samlConsumer = defineAddress({
  area,
  method: 'POST',
  path: '/auth/saml2/acs',
  summary: 'Where providers of SAML 2.0 post their response (assertion consumer service)',
  description: FAULT,
  form: z.object({
    SAMLResponse: z.string().describe('The response in base64'),
    RelayState: z.string().describe('That of the start'),
  }),
  answers: led('To the callback screen'),
})

export const samlMetadata = defineAddress({
  area,
  method: 'GET',
  path: '/auth/saml2/metadata',
  summary: 'The SAML 2.0 metadata of this installation, for the provider',
  answers: { 200: { description: 'The metadata', type: 'application/samlmetadata+xml' } },
})

export const tokenEndpoint = defineAddress({
  area,
  method: 'POST',
  path: '/auth/token',
  summary: 'Exchange a refresh token, as OAuth 2.0 has it (RFC 6749, 6)',
  description: 'The same exchange as `POST /v1/auth/refresh`, for programs that speak OAuth 2.0.',
  form: z.object({ grant_type: z.literal('refresh_token'), refresh_token: z.string() }),
  answers: {
    200: { description: 'New tokens', type: 'application/json', schema: tokenAnswerSchema },
    400: {
      description: 'An error of RFC 6749, 5.2',
      type: 'application/json',
      schema: z.object({
        error: z.enum(['unsupported_grant_type', 'invalid_request', 'invalid_grant']),
        error_description: z.string(),
      }),
    },
  },
})
