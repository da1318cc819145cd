import { isUtf8 } from 'node:buffer'
import { exactJson } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import type { FastifyInstance } from 'fastify'
import { assertThat, ProblemError } from '../engine/problem-error.ts'

/**
 * Takes JSON in UTF-8 and nothing else as a body (RFC 8259, 8.1). Bytes that are no UTF-8 would be stored as other characters than
 * were sent, and a compressed body would be unpacked before anything bounds it. Whole numbers that a double would round stay text, so
 * that they are stored with all their digits or refused, and never rounded.
 */
export function registerPlainBodies(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (!isUtf8(body)) done(new ProblemError('malformed_json', t('server.bodyIsNoUtf8')))
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
