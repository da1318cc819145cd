import { tokenEndpoint } from '@packhouse/contract'
import type { FastifyInstance } from 'fastify'
import { ProblemError } from '../../engine/problem-error.ts'
import { outcomeOf } from '../../engine/request-outcome.ts'
import { toPair } from '../auth.actions.ts'
import { readBinding } from '../binding.ts'
import { clientOf } from '../client.ts'
import type { Sessions } from '../sessions.ts'
import { ACCESS_TOKEN_MINUTES } from '../tokens.ts'
import { formOf } from './form.ts'

/** A form with a token, from anybody. */
const MOST_BYTES = 8_192

/**
 * Exchanges a refresh token as identity providers do: a form with `grant_type=refresh_token` (RFC 6749, 6). It is the same
 * exchange as that of the API, with its binding and its reuse detection; the errors are those of RFC 6749, 5.2.
 */
export function registerTokenEndpoint(app: FastifyInstance, sessions: Sessions): void {
  app.post(tokenEndpoint.path, { bodyLimit: MOST_BYTES }, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    const form = formOf(request)
    const token = form.get('refresh_token')
    if (form.get('grant_type') !== 'refresh_token') {
      return reply
        .code(400)
        .send({ error: 'unsupported_grant_type', error_description: 'Send grant_type=refresh_token.' })
    }
    if (token === null) {
      return reply.code(400).send({ error: 'invalid_request', error_description: 'Send the refresh_token.' })
    }
    try {
      const tokens = await sessions.refresh(token, readBinding(request), clientOf(request))
      return { ...toPair(tokens), token_type: 'Bearer', expires_in: ACCESS_TOKEN_MINUTES * 60 }
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error
      outcomeOf(request).problem = error.code
      return reply.code(400).send({ error: 'invalid_grant', error_description: error.message })
    }
  })
}
