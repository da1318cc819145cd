import type { Call } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import type { Principal } from './principal.ts'
import { assertThat } from './problem-error.ts'

/** Of what is personal: who the viewed user is, and what they may. */
const OPEN: ReadonlySet<string> = new Set(['/v1/auth/me', '/v1/auth/me/permissions'])

/**
 * Admits of a call what may be done as somebody else: reading, and nothing that is personal. It is asked of every call before its handler,
 * so that no handler has to know of it. @throws ProblemError `view_only`
 */
export function assertViewable({ viewer }: Principal, { method, path, access }: Call): void {
  if (viewer === undefined) return
  assertThat(method === 'GET', 'view_only', t('server.viewOnlyChanges'))
  assertThat(access !== 'signed-in' || OPEN.has(path), 'view_only', t('server.viewOnlyPersonal'))
}
