import { oneClickUnsubscribe } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import type { FastifyInstance } from 'fastify'
import { assertThat } from '../../engine/problem-error.ts'
import type { Db } from '../../platform/database.ts'
import { endSubscription } from './subscriptions.ts'

/** What a mail program sends has one field. */
const BODY_BYTES = 4 * 1024
const FORMS = ['application/x-www-form-urlencoded', 'multipart/form-data']
/** Named by the answer to any other body. */
const config: object = { accepts: FORMS.join(', ') }

/**
 * The one-click request of mail programs, RFC 8058, 3.2: a POST of `List-Unsubscribe=One-Click` to the address in the header. A GET of
 * the same address is the page with the button, which the web serves: scanners of mails open links.
 */
export function registerOneClick(app: FastifyInstance, db: Db): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(FORMS, { parseAs: 'string', bodyLimit: BODY_BYTES }, (_request, body, done) =>
      done(null, body),
    )
    scope.post<{ Querystring: { token?: unknown } }>(
      oneClickUnsubscribe.path,
      { config },
      async ({ query, body }, reply) => {
        const isAsked = /List-Unsubscribe[\s\S]*One-Click/.test(String(body ?? ''))
        assertThat(isAsked, 'invalid_request', t('reportMail.oneClickExpected'))
        await endSubscription(db, typeof query.token === 'string' ? query.token : '')
        reply.header('cache-control', 'no-store').type('text/plain; charset=utf-8')
        return t('reportMail.unsubscribed')
      },
    )
  })
}
