import { createHash } from 'node:crypto'
import type { Call } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import type { FastifyRequest } from 'fastify'
import { assertThat } from '../problem-error.ts'

/**
 * Whether a call takes an `Idempotency-Key`: every POST of somebody who is known, with JSON or nothing in it and in its answer. Files are
 * neither compared nor stored.
 */
export function takesIdempotencyKey({ method, access, accepts, answer = 'json' }: Call): boolean {
  return method === 'POST' && access !== 'public' && accepts === undefined && answer === 'json'
}

/**
 * The key of a request. It may be quoted, as the draft of the IETF has it, or not, as most clients send it.
 * @throws ProblemError where it is no key, or the call takes none: one that is ignored would protect nobody
 */
export function idempotencyKeyOf(call: Call, { headers }: FastifyRequest): string | undefined {
  const given = headers['idempotency-key']
  if (given === undefined || call.method !== 'POST') return undefined
  assertThat(takesIdempotencyKey(call), 'invalid_request', t('server.idempotencyKeyIsNotTaken'))
  const key = typeof given === 'string' ? unquoted(given) : ''
  assertThat(/^[!-~]{1,255}$/.test(key), 'invalid_request', t('server.idempotencyKeyIsNotValid'))
  return key
}

/** The text of a string of RFC 9651, or what was given where it is none. */
function unquoted(given: string): string {
  if (!given.startsWith('"')) return given
  const [, inside] = /^"((?:[^"\\]|\\["\\])*)"$/.exec(given) ?? []
  return inside === undefined ? '' : inside.replaceAll(/\\(.)/g, '$1')
}

/** Tells whether a request is the same again. The order of the fields of its body does not matter. */
export function fingerprintOf({ method, url, headers, body }: FastifyRequest): string {
  const parts = [method, url, headers['if-match'] ?? null, body ?? null]
  return createHash('sha256').update(JSON.stringify(parts, inOrder)).digest('base64')
}

function inOrder(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
}
