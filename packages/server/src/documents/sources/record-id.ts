import type { Resource } from '@packhouse/contract'
import { declared, t } from '@packhouse/messages'
import { z } from 'zod'
import { assertThat } from '../../engine/problem-error.ts'

const idSchema = z.uuid()

/** @throws ProblemError `not_found` for what cannot be the id of a record: machines alone are named otherwise */
export function assertRecordId(id: string, { noun }: Resource): void {
  assertThat(idSchema.safeParse(id).success, 'not_found', t('server.noSuch', { noun: declared(noun[0]) }))
}
