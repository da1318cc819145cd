import { Helper } from '../process/helper.ts'
import type { StoringHandlers } from '../servers/storing.ts'
import type { Stage } from '../stage/stage.ts'
import { Viewer } from '../stage/viewer.ts'
import { FILL_LIBRARY } from './library-fill.ts'

const MATRIX = '/v1/machine-library/machines/compatibility-matrix'
const WINDOW = `${MATRIX}?machineFrom=970&machineCount=60&styleFrom=230&styleCount=40`
const GZIP = { 'accept-encoding': 'gzip' }

/** The times of one round, ms, and the bytes of the whole matrix with gzip. */
export interface Figures {
  changed: number
  whole: number
  material: number
  unchanged: number
  window: number
  bytes: number
}

export interface CastSize {
  machines: number
  styles: number
  /** Filled pairs of 1,000. */
  filled: number
  seed: number
}

/** The server of row 12 with a library, and one person of staff who reads its matrix. */
export class MatrixCast {
  readonly #stage: Stage
  readonly #server = new Helper<StoringHandlers>('servers/storing.ts')
  #viewer: Viewer | undefined

  private constructor(stage: Stage) {
    this.#stage = stage
  }

  static async start(stage: Stage, size: CastSize): Promise<MatrixCast> {
    const cast = new MatrixCast(stage)
    try {
      await cast.#open(size)
    } catch (error) {
      await cast.stop()
      throw error
    }
    return cast
  }

  async stop(): Promise<void> {
    this.#viewer?.leave()
    await this.#server.stop()
  }

  /** Changes one cell and reads the matrix: whole, again, for a material, as it is known, and a window of it. */
  async measure(): Promise<Figures> {
    await this.#stage.database.pool.query(
      `UPDATE compatibility SET result = CASE result WHEN 'yes' THEN 'no' ELSE 'yes' END
       WHERE id = (SELECT id FROM compatibility ORDER BY id LIMIT 1)`,
    )
    const changed = await this.#get(MATRIX)
    const whole = await this.#get(MATRIX)
    const window = await this.#get(WINDOW)
    const material = await this.#get(`${MATRIX}?material=mono-PE`)
    const unchanged = await this.#get(MATRIX, whole.etag)
    if (unchanged.status !== 304 || changed.etag !== whole.etag) throw new Error('The matrix has changed meanwhile.')
    return {
      changed: changed.took,
      whole: whole.took,
      material: material.took,
      unchanged: unchanged.took,
      window: window.took,
      bytes: whole.body.length,
    }
  }

  async #get(path: string, etag?: string) {
    if (this.#viewer === undefined) throw new Error('No viewer has signed in.')
    const started = performance.now()
    const reply = await this.#viewer.get(path, etag, GZIP)
    return { ...reply, took: performance.now() - started }
  }

  async #open({ machines, styles, filled, seed }: CastSize): Promise<void> {
    const { database, databaseUrl, samplePasswords } = this.#stage
    const { httpPort } = await this.#server.call('start', { databaseUrl, samplePasswords })
    await database.pool.query(FILL_LIBRARY, [machines, styles, filled, seed])
    await database.pool.query(
      'VACUUM (ANALYZE) compatibility, compatibility_material, library_machine, packaging_style',
    )
    this.#viewer = await Viewer.signIn(httpPort, samplePasswords.people)
  }
}
