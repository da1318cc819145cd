import type { Readable } from 'node:stream'

/** What is stored under a key. */
export interface StoredObject {
  key: string
  /** In bytes. */
  size: number
  modifiedAt: Date
}

/** What was written. */
export interface WrittenObject {
  /** In bytes. */
  size: number
  /** Of the content, in hexadecimal digits. */
  sha256: string
}

/** A place for contents by key: a folder or a bucket. Every error of a method is an `ObjectStoreError`, but those of the content that is put. */
export interface ObjectStore {
  /** Where it is, for people: without credentials. */
  readonly place: string
  /** Makes the place where it can be made, and tries that it can be written to. */
  prepare(): Promise<void>
  /** Whether it can be reached and used: cheap, and without a change. */
  probe(): Promise<void>
  /** Stores the whole content or nothing, in place of what was there. Resolves when a crash no longer loses it. */
  put(key: string, content: Readable | Uint8Array): Promise<WrittenObject>
  /** Stores a file of this machine, which is gone then. It has been synced to the disk. */
  putFile(key: string, path: string): Promise<void>
  /** Streams the whole content, or fails on the way. @throws ObjectStoreError `missing` before anything is streamed */
  get(key: string): Promise<Readable>
  /** Everything whose key begins with the prefix, in no order. */
  list(prefix?: string): AsyncIterable<StoredObject>
  /** Resolves also where there is nothing under the key. */
  remove(key: string): Promise<void>
  /** Removes what is left of puts that were broken off this long ago. */
  removeAbandoned(olderThanMs: number): Promise<void>
}

/** `missing`: nothing under this key. `refused`: credentials or rights. `full`: no room. `away`: not reached, or failed too often. `damaged`: not what was stored. */
export type ObjectStoreFault = 'missing' | 'refused' | 'full' | 'away' | 'damaged'

/** Why something could not be stored or read, in words for an operator: they name the place and no secret. */
export class ObjectStoreError extends Error {
  readonly fault: ObjectStoreFault

  constructor(fault: ObjectStoreFault, words: string, cause?: unknown) {
    super(words, { cause })
    this.fault = fault
  }
}

const LONGEST_KEY = 512

/**
 * Keys are paths of plain names; no key is the folder of another. No name begins with a dot, so that none leads out of a folder or meets the temporary files in it.
 */
export function isKey(key: string): boolean {
  return (
    key.length <= LONGEST_KEY && /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,199}(\/[A-Za-z0-9_-][A-Za-z0-9._-]{0,199})*$/.test(key)
  )
}

/** @throws Error where a caller has made a wrong key: keys are never typed by people */
export function assertKey(key: string): void {
  if (!isKey(key)) throw new Error(`Not a key of an object store: ${JSON.stringify(key.slice(0, 100))}`)
}
