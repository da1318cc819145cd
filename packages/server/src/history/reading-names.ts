import type { ReadingNames } from './blocks/block.ts'
import type { Queryable } from './queryable.ts'

/** The numbers that stand for the names of readings in blocks. They are never changed, so what was read once stays. */
export class StoredReadingNames implements ReadingNames {
  readonly #ids = new Map<string, number>()
  readonly #names = new Map<number, string>()
  readonly #db: () => Queryable

  /** @param db where names are looked up: not the connection of a person, who may see none of them */
  constructor(db: () => Queryable) {
    this.#db = db
  }

  /** Takes over what was added since. */
  async refresh(): Promise<void> {
    const { rows } = await this.#db().query<{ id: number; name: string }>(
      'SELECT id, name FROM reading_name WHERE id > $1',
      [Math.max(0, ...this.#names.keys())],
    )
    for (const { id, name } of rows) this.#add(id, name)
  }

  /** Makes sure that each name has a number; outside of any transaction, since others wait for the same names. */
  async ensure(names: Iterable<string>): Promise<void> {
    const unknown = [...new Set(names)].filter((name) => !this.#ids.has(name))
    if (unknown.length === 0) return
    const db = this.#db()
    await db.query('INSERT INTO reading_name (name) SELECT unnest($1::text[]) ON CONFLICT DO NOTHING', [unknown])
    const { rows } = await db.query<{ id: number; name: string }>(
      'SELECT id, name FROM reading_name WHERE name = ANY ($1)',
      [unknown],
    )
    for (const { id, name } of rows) this.#add(id, name)
  }

  idOf = (name: string): number => {
    const id = this.#ids.get(name)
    if (id === undefined) throw new Error(`The reading ${name} has no number.`)
    return id
  }

  nameOf = (id: number): string => {
    const name = this.#names.get(id)
    if (name === undefined) throw new Error(`No reading has the number ${id}.`)
    return name
  }

  /** The number of a name; undefined if no sealed block can hold it. */
  async find(name: string): Promise<number | undefined> {
    if (!this.#ids.has(name)) await this.refresh()
    return this.#ids.get(name)
  }

  #add(id: number, name: string): void {
    this.#ids.set(name, id)
    this.#names.set(id, name)
  }
}
