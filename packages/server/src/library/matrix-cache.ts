import type { KnownMatrix } from './matrix.queries.ts'
import type { PreparedMatrix } from './prepared-matrix.ts'

/**
 * The whole matrix as it was last asked for, by revision, day and material; so many at most, the ones asked for last. It is never
 * stale: each request reads the revision from the database first, so that other processes may change the matrix. The newest one of a
 * material is also known by its lines, from which the next is made.
 */
export class MatrixCache {
  readonly #most: number
  readonly #made = new Map<string, Promise<PreparedMatrix>>()
  readonly #known = new Map<string | null, KnownMatrix>()

  constructor(most: number) {
    this.#most = most
  }

  /** @param make what nobody has asked for yet; all who ask in the meantime wait for it. A failure is tried again. */
  async get(tag: string, make: () => Promise<PreparedMatrix>): Promise<PreparedMatrix> {
    const known = this.#made.get(tag)
    this.#made.delete(tag)
    const made = known ?? this.#start(tag, make)
    this.#made.set(tag, made)
    for (const oldest of this.#made.keys()) {
      if (this.#made.size <= this.#most) break
      this.#made.delete(oldest)
    }
    return await made
  }

  known(material: string | null): KnownMatrix | undefined {
    return this.#known.get(material)
  }

  remember(material: string | null, matrix: KnownMatrix): void {
    const newest = this.#known.get(material)
    if (newest !== undefined && newest.revision.number > matrix.revision.number) return
    this.#known.delete(material)
    this.#known.set(material, matrix)
    for (const oldest of this.#known.keys()) {
      if (this.#known.size <= this.#most) break
      this.#known.delete(oldest)
    }
  }

  #start(tag: string, make: () => Promise<PreparedMatrix>): Promise<PreparedMatrix> {
    const made = make()
    made.catch(() => {
      if (this.#made.get(tag) === made) this.#made.delete(tag)
    })
    return made
  }
}
