import { createHash } from 'node:crypto'
import { type Readable, Transform, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib'
import type { ObjectStore } from '../object-store/object-store.ts'

const LEVEL = 3

/** Counts and hashes what goes through. */
export class Meter extends Transform {
  bytes = 0
  readonly #hash = createHash('sha256')
  readonly #onBytes: (bytes: number) => void

  constructor(onBytes: (bytes: number) => void = () => undefined) {
    super()
    this.#onBytes = onBytes
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: (error: null, chunk: Buffer) => void): void {
    this.bytes += chunk.length
    this.#hash.update(chunk)
    this.#onBytes(chunk.length)
    done(null, chunk)
  }

  /** Once, when all went through. */
  sha256(): string {
    return this.#hash.digest('hex')
  }
}

/** Stores what comes out of a source, packed. @returns bytes in the store */
export async function storePacked(
  store: ObjectStore,
  key: string,
  source: Readable,
  meter: Meter,
  signal: AbortSignal | undefined,
): Promise<number> {
  const packed = createZstdCompress({
    params: { [constants.ZSTD_c_compressionLevel]: LEVEL, [constants.ZSTD_c_checksumFlag]: 1 },
  })
  const options = signal === undefined ? {} : { signal }
  const [, written] = await Promise.all([pipeline(source, meter, packed, options), store.put(key, packed)])
  return written.size
}

/** Sends what is stored packed through a meter to a target. */
export async function readPacked(
  store: ObjectStore,
  key: string,
  meter: Meter,
  target: Writable,
  signal: AbortSignal | undefined,
): Promise<void> {
  const options = signal === undefined ? {} : { signal }
  await pipeline(await store.get(key), createZstdDecompress(), meter, target, options)
}

/** Takes everything and does nothing with it. */
export function nowhere(): Writable {
  return new Writable({
    write(_chunk, _encoding, done) {
      done()
    },
  })
}

/** Whole content of a small object. @throws Error where it is larger than it may be */
export async function readSmall(store: ObjectStore, key: string, most: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of await store.get(key)) {
    length += chunk.length
    if (length > most) throw new Error(`${key} in ${store.place} is larger than it may be.`)
    chunks.push(chunk as Buffer)
  }
  return Buffer.concat(chunks)
}
