import { t } from '@packhouse/messages'
import type { FastifyInstance } from 'fastify'
import { assertThat } from '../engine/problem-error.ts'

/** Node takes the first of several; a proxy before us may have looked at another one. */
const ONCE = ['authorization', 'x-api-key']

/** Refuses what two systems may read differently, before anything of a request is used or stored. */
export function registerUnclearRequests(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ url, raw: { rawHeaders } }) => {
    // No text that is stored has it, so that nothing can be found by it. In headers Node refuses it.
    assertThat(!url.includes('%00'), 'invalid_request', t('server.addressHasNul'))
    const names = rawHeaders.filter((_, place) => place % 2 === 0).map((name) => name.toLowerCase())
    for (const name of ONCE)
      assertThat(
        names.indexOf(name) === names.lastIndexOf(name),
        'invalid_request',
        t('server.headerRepeated', { name }),
      )
  })
}
