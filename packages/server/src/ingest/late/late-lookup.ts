import type pg from 'pg'
import { firstHourFrom } from '../../history/index.ts'
import { exactMs, HOUR_MS, iso, justAfter } from '../../telemetry/index.ts'
import type { Lookup } from './late-machine.ts'
import type { StoredTime } from './late-record.ts'
import { placeFrom, type SealedColumns } from './sealed-columns.ts'

/** Looks further than to the neighbours, among rows and in sealed blocks; the machines are locked against sealing. */
export class LateLookup implements Lookup {
  readonly #client: pg.ClientBase
  readonly #sealed: SealedColumns

  constructor(client: pg.ClientBase, sealed: SealedColumns) {
    this.#client = client
    this.#sealed = sealed
  }

  async firstState(machineKey: number, after: number, before: number): Promise<number | undefined> {
    const { rows } = await this.#client.query<{ at: number }>(
      `SELECT ${exactMs('at')} AS at FROM record WHERE machine_key = $1 AND at > $2 AND at < $3 AND machine_state IS NOT NULL
       ORDER BY record.at LIMIT 1`,
      [machineKey, iso(after), iso(before)],
    )
    const end = rows[0]?.at ?? before
    for (const block of await this.#blocks(machineKey, after, end)) {
      const { times, reportsState } = await this.#sealed.read(this.#client, machineKey, block)
      const place = reportsState.indexOf(1, placeFrom(times, justAfter(after)))
      const at = place === -1 ? undefined : times[place]
      if (at !== undefined) return at < end ? at : rows[0]?.at
    }
    return rows[0]?.at
  }

  async timesBetween(machineKey: number, after: number, before: number): Promise<StoredTime[]> {
    const { rows } = await this.#client.query<StoredTime>(
      `SELECT ${exactMs('from_at')} AS "from", ${exactMs('to_at')} AS "to", state FROM state_interval
       WHERE machine_key = $1 AND from_at > $2 AND from_at < $3`,
      [machineKey, iso(after), Number.isFinite(before) ? iso(before) : 'infinity'],
    )
    return rows
  }

  async *recordTimes(machineKey: number, after: number, before: number): AsyncIterable<readonly number[]> {
    for (let start = justAfter(after); start < before; ) {
      const hour = await firstHourFrom(this.#client, machineKey, start)
      if (hour === undefined || hour >= before) return
      const end = Math.min(hour + HOUR_MS, before)
      yield await this.#timesOf(machineKey, Math.max(start, hour), end)
      start = end
    }
  }

  async #timesOf(machineKey: number, from: number, to: number): Promise<number[]> {
    const { rows } = await this.#client.query<{ at: number }>(
      `SELECT ${exactMs('at')} AS at FROM record WHERE machine_key = $1 AND at >= $2 AND at < $3`,
      [machineKey, iso(from), iso(to)],
    )
    const found = rows.map(({ at }) => at)
    for (const block of await this.#blocks(machineKey, from, to)) {
      const { times } = await this.#sealed.read(this.#client, machineKey, block)
      for (const time of times.subarray(placeFrom(times, from), placeFrom(times, to))) found.push(time)
    }
    return found.sort((a, b) => a - b)
  }

  async #blocks(machineKey: number, from: number, to: number) {
    return (await this.#sealed.find(this.#client, [{ machineKey, from, to }])).get(machineKey) ?? []
  }
}
