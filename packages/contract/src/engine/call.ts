import type { z } from 'zod'
import type { IMPORT_TYPES } from './import.ts'
import type { Permission } from './permission.ts'
import type { ProblemCode } from './problem.ts'
import type { Declared } from './resource.ts'
import type { ResponseHeaderName } from './response-headers.ts'
import type { TABLE_TYPES } from './table-file.ts'

/**
 * Who may make a call: everybody, everybody who is signed in, or users with the named permission.
 * It is stated where the call is declared, so that no route exists without an answer.
 */
export type Access = 'public' | 'signed-in' | Permission | ResourcePermission

/** Permissions that follow from the declaration of a resource; `send` is that of a transition. */
export type ResourcePermission = `${string}.${'read' | 'create' | 'update' | 'delete' | 'send'}`

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** The shape of one HTTP call. Server routes, the typed web client and OpenAPI are made from it. */
export interface Call<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Result extends z.ZodType = z.ZodType,
  Who extends Access = Access,
> {
  /** Area of the product, the tag in the API documentation. */
  area: string
  method: Method
  /** Path with `{name}` placeholders, starting with `/`. */
  path: string
  summary: string
  description?: string
  access: Who
  params?: Params
  query?: Query
  body?: Body
  /** What the body is where it is not JSON. Its handler gets it as the stream it comes in, after the permission is checked. */
  accepts?: 'text/csv' | 'multipart/form-data' | typeof TABLE_TYPES | typeof IMPORT_TYPES
  /** Body of the answer; absent where the call answers 204. */
  result?: Result
  /** Status of success where it is not 200, or 204 without a body. */
  status?: 201
  /** `json` (default), a stream of server-sent events whose data has the shape of `result`, a file of rows (CSV, or a workbook where its format may be chosen), or a file as it was attached. */
  answer?: 'json' | 'event-stream' | 'csv' | 'file'
  /** Media types of the file where `answer` is `file`. */
  types?: readonly string[]
  /** What it answers with 202 and a `Location` where it takes long. */
  later?: z.ZodType
  /** Headers of its success beyond those that every answer has. */
  sends?: readonly ResponseHeaderName[]
  /** Whether it is dangerous: made only by a session that was confirmed in the last 10 minutes, for which signing in counts. */
  stepUp?: true
  /** Whether it answers one row of a resource, whose state `ETag` names. A GET answers 304 to a tag that is known. */
  tagged?: true
  /** Whether it changes one row of a resource: `If-Match` may name the states that it may be changed from. */
  ifMatch?: true
  /** The resource whose whole row a body may be, as it was read: what nobody may set is compared with the row then. */
  changes?: Pick<Declared, 'fields' | 'traits'>
  /** Problem codes of this call beyond those that any call can answer. */
  problems?: readonly ProblemCode[]
}

/** Declares a call; type inference preserves the exact schemas. */
export function defineCall<
  Params extends z.ZodType = z.ZodUndefined,
  Query extends z.ZodType = z.ZodUndefined,
  Body extends z.ZodType = z.ZodUndefined,
  Result extends z.ZodType = z.ZodUndefined,
  Who extends Access = Access,
>(call: Call<Params, Query, Body, Result, Who>): Call<Params, Query, Body, Result, Who> {
  return call
}

/** What a caller hands over: `{ params, query, body }`, each only where the call declares it. */
export type CallInput<C> =
  C extends Call<infer P, infer Q, infer B, z.ZodType>
    ? Part<'params', z.input<P>> & Part<'query', z.input<Q>> & Part<'body', z.input<B>>
    : never

/** What a handler receives after validation, defaults filled in. */
export type CallOutput<C> =
  C extends Call<infer P, infer Q, infer B, z.ZodType>
    ? Parsed<'params', z.output<P>> & Parsed<'query', z.output<Q>> & Parsed<'body', z.output<B>>
    : never

/** The answer of a call; `undefined` where it answers 204. */
export type CallResult<C> = C extends Call<z.ZodType, z.ZodType, z.ZodType, infer R> ? z.output<R> : never

type Parsed<Name extends string, Value> = [Value] extends [undefined] ? unknown : { [K in Name]: Value }

type Part<Name extends string, Value> = [Value] extends [undefined]
  ? unknown
  : object extends Value
    ? { [K in Name]?: Value }
    : { [K in Name]: Value }
