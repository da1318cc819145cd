import type { z } from 'zod'
import type { Method } from './call.ts'
import type { ResponseHeaderName } from './response-headers.ts'

/** What an address answers under one status. */
export interface AddressAnswer {
  description: string
  /** Media type of the body; without one there is none. */
  type?: string
  /** Shape of a body of JSON; any other body is text, or bytes where its type is no text. */
  schema?: z.ZodType
  sends?: readonly ResponseHeaderName[]
}

/**
 * An address that is no call: other standards say what it takes and answers, or it is a page for people. Nobody has to be signed in. Its area writes the route; the
 * documentation is made from this.
 */
export interface Address {
  kind: 'address'
  area: string
  method: Method
  /** Path with `{name}` placeholders, starting with `/`. */
  path: string
  summary: string
  description?: string
  params?: z.ZodType
  query?: z.ZodType
  /** The fields of a form. */
  form?: z.ZodType
  /** By status. */
  answers: Readonly<Record<number, AddressAnswer>>
}

/** Declares an address that is no call. */
export function defineAddress(address: Omit<Address, 'kind'>): Address {
  return { kind: 'address', ...address }
}
