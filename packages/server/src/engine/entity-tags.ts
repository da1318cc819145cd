import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** An entity tag (RFC 9110, 8.8.3), with its quotes and without its `W/`. */
interface EntityTag {
  isWeak: boolean
  opaque: string
}

/** What a condition names: any state there is, or those with these tags. */
export type NamedTags = '*' | readonly EntityTag[]

/** One tag of a list, with the comma or the end behind it. A tag may have commas itself. */
const ONE = /[\t ]*(?:(W\/)?("[\x21\x23-\x7e\x80-\xff]*")[\t ]*)?(?:,|$)/y
/** Ends the tag of an answer that was compressed on its way: a strong tag names bytes (RFC 9110, 8.8.3.3). */
const ENCODED = /\.(?:zstd|br|gzip)"$/
/** A row's tag begins with its version. */
const OF_VERSION = /^"(\d{1,15})(?:-[\w-]+)?"$/

/** The tag of an answer in a content encoding. A weak tag holds for all of them. */
export function encodedTag(etag: string, encoding: string): string {
  return etag.startsWith('"') ? `${etag.slice(0, -1)}.${encoding}"` : etag
}

/**
 * Reads a header by state: which encoding an answer had says nothing of that.
 * @returns the tags that `If-Match` or `If-None-Match` names; undefined where that cannot be read
 */
export function readTags(header: string): NamedTags | undefined {
  if (header.trim() === '*') return '*'
  const tags: EntityTag[] = []
  ONE.lastIndex = 0
  while (ONE.lastIndex < header.length) {
    const found = ONE.exec(header)
    if (found === null) return undefined
    const [, weak, opaque] = found
    if (opaque !== undefined) tags.push({ isWeak: weak !== undefined, opaque: opaque.replace(ENCODED, '"') })
  }
  return tags.length === 0 ? undefined : tags
}

/** Whether the client says by `If-None-Match` that it has this state: tags are compared weakly (RFC 9110, 13.1.2). */
export function isKnown({ headers }: Pick<FastifyRequest, 'headers'>, etag: string): boolean {
  return knownTag(headers, (opaque) => opaque === etag.replace(/^W\//, '')) !== undefined
}

/** The tag that `If-None-Match` names of those that are accepted, for states that have several. */
export function knownTag(headers: FastifyRequest['headers'], accepts: (opaque: string) => boolean): string | undefined {
  const header = headers['if-none-match']
  const named = header === undefined ? undefined : readTags(header)
  if (named === undefined) return undefined
  return named === '*' ? '*' : named.find(({ opaque }) => accepts(opaque))?.opaque
}

/** Answers that nothing is new to the client. */
export function sendNotModified(reply: FastifyReply): FastifyReply {
  return reply.removeHeader('content-type').code(304).send()
}

/**
 * The tag of a row as it is answered: its version, by which it is changed, and a hash of what is answered, which is another where fields that are
 * worked out have changed or the reader sees less.
 * @param body the answer as JSON
 */
export function rowTag(rowVersion: number, body: string): string {
  return `"${rowVersion}-${createHash('sha256').update(body).digest('base64url').slice(0, 16)}"`
}

/**
 * Whether `If-Match` names the version of a row. A weak tag never does (RFC 9110, 13.1.1). The hash is not compared: what is worked out, such as
 * when a connection last had values, keeps nobody from changing a row.
 */
export function namesVersion(named: NamedTags, rowVersion: number): boolean {
  if (named === '*') return true
  return named.some(({ isWeak, opaque }) => !isWeak && OF_VERSION.exec(opaque)?.[1] === String(rowVersion))
}
