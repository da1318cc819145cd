import { isUtf8 } from 'node:buffer'
import { exactJson } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { assertThat, ProblemError } from '../engine/problem-error.ts'
import type { BodyConfig } from '../engine/routes.ts'
import { findShapeFault, MOST_LEVELS } from '../platform/json-shape.ts'

/**
 * Takes JSON in UTF-8 and nothing else as a body (RFC 8259, 8.1). Bytes that are no UTF-8 would be stored as other characters than
 * were sent, and a compressed body would be unpacked before anything bounds it. Whole numbers that a double would round stay text, so
 * that they are stored with all their digits or refused, and never rounded. What is too deep or has too many fields is not parsed.
 */
export function registerPlainBodies(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    const fault = isUtf8(body)
      ? shapeFault(request, body)
      : new ProblemError('malformed_json', t('server.bodyIsNoUtf8'))
    if (fault !== undefined) done(fault)
    else {
      const text = body.toString('utf8')
      parseJson(request, text, (error, json) => (error ? done(error) : done(null, exactJson(json, text))))
    }
  })
  app.addHook('onRequest', async ({ headers }) => {
    const encoding = headers['content-encoding'] ?? 'identity'
    assertThat(encoding === 'identity', 'media_type_unsupported', t('server.bodyIsCompressed'))
    const charset = /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(headers['content-type'] ?? '')?.[1] ?? 'utf-8'
    assertThat(
      /^(utf-?8|us-ascii)$/i.test(charset),
      'media_type_unsupported',
      t('server.bodyInOtherCharset', { charset }),
    )
  })
}

/** What a body of any sender is not parsed for. */
function shapeFault({ routeOptions }: FastifyRequest, body: Buffer): ProblemError | undefined {
  const { mostFields } = routeOptions.config as BodyConfig
  const most = mostFields?.() ?? Number.POSITIVE_INFINITY
  const code = findShapeFault(body, most)
  if (code === undefined) return undefined
  const message =
    code === 'too_deep' ? t('server.bodyTooDeep', { most: MOST_LEVELS }) : t('server.bodyHasTooManyFields', { most })
  return new ProblemError('invalid_request', message, [{ path: 'body', code, message }])
}
