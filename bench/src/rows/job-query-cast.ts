import { type PackingJob, packingJobSchema } from '@packhouse/contract'
import { answerJob, type Database } from '@packhouse/server'
import { createRandom } from '../driver/random.ts'
import type { Stage } from '../stage/stage.ts'

/** Times of each job, ms. */
export interface JobTimes {
  verdicts: number[]
  reasons: number[]
  page: number[]
  /** Of a round trip without any work, taken off that of the verdicts. */
  database: number[]
  counts: Record<string, number>
}

interface Size {
  machines: number
  styles: number
  /** Share of the pairs that have an answer. */
  answered: number
  seed: number
}

/** A library of machines and styles, and the product's own answers to jobs about it. */
export class JobQueryCast {
  readonly #database: Database
  readonly #styles: readonly string[]

  private constructor(database: Database, styles: readonly string[]) {
    this.#database = database
    this.#styles = styles
  }

  static async start({ database }: Stage, { machines, styles, answered, seed }: Size): Promise<JobQueryCast> {
    const { pool } = database
    // A session of its own: what is drawn there follows from the seed.
    const client = await pool.connect()
    await client.query('SELECT setseed($1)', [(seed % 1_000) / 1_000])
    for (const [statement, ...values] of fill(machines, styles, answered)) await client.query(statement, values)
    client.release()
    await pool.query(
      `VACUUM (ANALYZE) library_machine, packaging_style, compatibility, compatibility_material, machine_option,
         compatibility_required_option`,
    )
    const { rows } = await pool.query<{ id: string }>('SELECT id FROM packaging_style ORDER BY code')
    return new JobQueryCast(
      database,
      rows.map(({ id }) => id),
    )
  }

  async measure(jobs: number, seed: number): Promise<JobTimes> {
    const random = createRandom(seed)
    const times: JobTimes = { verdicts: [], reasons: [], page: [], database: [], counts: {} }
    for (let count = 0; count < jobs; count++) {
      const job = this.#job(random)
      const roundTrip = await this.#time(async () => void (await this.#database.inScope('all', async () => 0)))
      const verdicts = await this.#time(async () => {
        const { counts } = await this.#answer(job, 1)
        if (count === 0) times.counts = counts
      })
      times.verdicts.push(verdicts)
      times.database.push(verdicts - roundTrip)
      times.reasons.push(await this.#time(() => this.#answer(job, 2_000)))
      times.page.push(await this.#time(() => this.#answer(job, 25)))
    }
    return times
  }

  async #answer(job: PackingJob, pageSize: number) {
    return await this.#database.inScope('all', (db) => answerJob(db, job, { page: 1, pageSize }))
  }

  async #time(work: () => Promise<unknown>): Promise<number> {
    const started = performance.now()
    await work()
    return performance.now() - started
  }

  #job(random: () => number): PackingJob {
    const some = (least: number, most: number) => Math.round(least + random() * (most - least))
    return packingJobSchema.parse({
      styleId: this.#styles[some(0, this.#styles.length - 1)],
      length: some(80, 300),
      width: some(50, 200),
      height: some(10, 120),
      outputPerMinute: some(20, 110),
      material: random() < 0.5 ? 'mono-PE' : null,
      voltage: random() < 0.5 ? 400 : 480,
      phases: 3,
      washDown: random() < 0.5,
      budget: String(some(50_000, 250_000)),
      currency: 'EUR',
      date: '2027-09-30',
    })
  }
}

/** 12 options for each machine, of which two give it another voltage or a better IP rating, and one is required by some answers. */
function fill(machines: number, styles: number, answered: number): [string, ...unknown[]][] {
  return [
    [`INSERT INTO machine_type (code, name, category) VALUES ('BENCH', 'Bench', 'vffs')`],
    [
      `INSERT INTO library_machine (model, name, type_id, lifecycle, voltage, phases, ip_rating, base_price, currency, lead_weeks)
       SELECT 'M-' || lpad(n::text, 5, '0'), 'Machine ' || n, t.id, CASE WHEN random() < 0.03 THEN 'obsolete' ELSE 'active' END,
         (ARRAY[400, 400, 480, NULL])[1 + floor(random() * 4)], (ARRAY[3, 3, 1, NULL])[1 + floor(random() * 4)],
         (ARRAY['IP54', 'IP54', 'IP65', NULL])[1 + floor(random() * 4)], round((40000 + random() * 200000)::numeric, 2), 'EUR', floor(8 + random() * 30)
       FROM generate_series(1, $1::int) n, machine_type t WHERE t.code = 'BENCH'`,
      machines,
    ],
    [
      `INSERT INTO packaging_style (code, name, family, swap_length_width, materials, length_min, length_max, width_min, width_max)
       SELECT 'S-' || lpad(n::text, 4, '0'), 'Style ' || n, 'bag', random() < 0.5, '{}', 50, 400, 30, 300 FROM generate_series(1, $1::int) n`,
      styles,
    ],
    [
      `INSERT INTO option_definition (code, name, input_kind, choices) SELECT 'O-' || n, 'Option ' || n, 'yesNo', '{}' FROM generate_series(1, 12) n`,
    ],
    [
      `INSERT INTO machine_option (machine_id, definition_id, name, availability, price, lead_days, grants_voltage, grants_ip_rating)
       SELECT m.id, d.id, d.name, CASE WHEN random() < 0.2 THEN 'standard' ELSE 'optional' END, round((500 + random() * 9000)::numeric, 2), floor(random() * 20),
         CASE WHEN d.code = 'O-1' AND random() < 0.6 THEN 480 END, CASE WHEN d.code = 'O-2' AND random() < 0.5 THEN 'IP69K' END
       FROM library_machine m CROSS JOIN option_definition d`,
    ],
    [
      `INSERT INTO compatibility (machine_id, style_id, result, speed_min, speed_max, length_min, length_max, width_max, height_max, tooling_cost)
       SELECT m.id, s.id, (ARRAY['yes', 'yes', 'conditional', 'no'])[1 + floor(random() * 4)], 10, CASE WHEN random() < 0.9 THEN 40 + random() * 100 END, 60,
         150 + random() * 200, 100 + random() * 150, 40 + random() * 100, 250
       FROM library_machine m CROSS JOIN packaging_style s WHERE random() < $1`,
      answered,
    ],
    [
      `INSERT INTO compatibility_material (compatibility_id, material_id, result)
       SELECT c.id, p.id, CASE WHEN random() < 0.9 THEN 'yes' ELSE 'no' END
       FROM (SELECT id, (ARRAY['{}', '{mono-PE,mono-PP}', '{paper}'])[1 + floor(random() * 3)]::text[] AS codes FROM compatibility) c
         JOIN packaging_material p ON p.code = ANY(c.codes)`,
    ],
    [
      `INSERT INTO compatibility_required_option (compatibility_id, option_id)
       SELECT c.id, o.id FROM compatibility c JOIN machine_option o ON o.machine_id = c.machine_id JOIN option_definition d ON d.id = o.definition_id
       WHERE c.result = 'conditional' AND d.code = 'O-3' AND random() < 0.3`,
    ],
  ]
}
