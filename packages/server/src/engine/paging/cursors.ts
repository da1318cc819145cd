import { createHash } from 'node:crypto'
import type { Call } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { Encryption } from '../../platform/encryption.ts'
import type { InstallationKeys } from '../../platform/installation-keys.ts'
import type { Principal } from '../principal.ts'
import { ProblemError } from '../problem-error.ts'

/** A request that was validated. */
export interface ListRequest {
  call: Call
  principal: Pick<Principal, 'customerId'> | undefined
  input: Record<string, unknown>
}

/** So many characters name a list. */
const NAME_LENGTH = 22

/**
 * Encrypts the positions that answers give as `next`, and decrypts those that requests send as `after`. A position has values of a row, which nobody
 * but the server can read or change, and belongs to the list, the sort, the filters and the customer that it came from.
 */
export class Cursors {
  readonly #encryption: Encryption

  constructor(keys: InstallationKeys) {
    this.#encryption = new Encryption(keys, 'list positions')
  }

  /** The input with its position decrypted, where it has one. @throws ProblemError `invalid_request` */
  open(request: ListRequest): Record<string, unknown> {
    const { input } = request
    if (!isPaged(input) || input.query.after === undefined) return input
    const bytes = Buffer.from(input.query.after, 'base64url')
    const text = bytes.toString('base64url') === input.query.after ? this.#encryption.decrypt(bytes) : undefined
    if (text === undefined) throw refusedCursor('malformed', t('server.cursorMalformed'))
    if (!text.startsWith(nameOf(request))) throw refusedCursor('other_list', t('server.cursorOfOtherList'))
    return { ...input, query: { ...input.query, after: text.slice(NAME_LENGTH) } }
  }

  /** An answer with its position encrypted, where it has one. */
  seal(request: ListRequest, result: unknown): unknown {
    if (!isPaged(request.input) || !hasNext(result)) return result
    const cursor = this.#encryption.encryptDeterministically(`${nameOf(request)}${result.next}`)
    return { ...result, next: cursor.toString('base64url') }
  }
}

export function refusedCursor(code: 'malformed' | 'other_list', message: string): ProblemError {
  return new ProblemError('invalid_request', `query.after ${message}`, [{ path: 'query.after', code, message }])
}

interface Paged extends Record<string, unknown> {
  query: { page: number; after?: string }
}

function isPaged(input: Record<string, unknown>): input is Paged {
  return typeof input.query === 'object' && input.query !== null && 'page' in input.query
}

function hasNext(result: unknown): result is { next: string } {
  return typeof result === 'object' && result !== null && 'next' in result && typeof result.next === 'string'
}

/** What of a request must stay the same from page to page: all but which page, and how many rows. */
function nameOf({ call: { method, path }, principal, input }: ListRequest): string {
  const { page: _page, after: _after, pageSize: _size, ...same } = input.query as Record<string, unknown>
  const text = JSON.stringify([method, path, principal?.customerId, input.params, same, input.body])
  return createHash('sha256').update(text).digest('base64url').slice(0, NAME_LENGTH)
}
