import { expect } from 'vitest'
import type { Caller } from '../support/caller.ts'
import type { TestApp } from '../support/test-app.ts'

export interface Row extends Record<string, unknown> {
  id: string
}

/** Plans and records of machines that are named by their machineID, made and read through the API. */
export class ServiceRows {
  readonly #app: TestApp
  readonly #staff: () => Caller

  constructor(app: TestApp, staff: () => Caller) {
    this.#app = app
    this.#staff = staff
  }

  async plan(machine: string, trigger: string, interval: number): Promise<Row> {
    const path = `/v1/machines/${await this.idOf(machine)}/service-plans`
    return await this.#make(path, { name: 'Jaws', trigger, interval })
  }

  async done(machine: string, { id: planId }: Row, doneAt: string): Promise<Row> {
    return await this.#make('/v1/service-records', {
      machineId: await this.idOf(machine),
      planId,
      what: 'New jaws',
      doneAt,
    })
  }

  async planNow({ id }: Row): Promise<Row> {
    return (await this.#staff().request(`/v1/service-plans/${id}`)).body as Row
  }

  async cardOf(machine: string): Promise<Row> {
    return (await this.#staff().request(`/v1/machines/${await this.idOf(machine)}`)).body as Row
  }

  async idOf(machine: string): Promise<string> {
    const [row] = await this.#app.sql<{ id: string }>('SELECT id FROM machine WHERE machine_id = $1', [machine])
    return row?.id ?? ''
  }

  /** Moves the site of a machine to a time zone. */
  async moveTo(machine: string, zone: string): Promise<void> {
    await this.#app.sql(
      'UPDATE location SET timezone = $1 WHERE id = (SELECT location_id FROM machine WHERE machine_id = $2)',
      [zone, machine],
    )
  }

  async #make(path: string, body: object): Promise<Row> {
    const answer = await this.#staff().request(path, { method: 'POST', body })
    expect(answer.status, answer.text).toBe(201)
    return answer.body as Row
  }
}

/** The date that a calendar in a time zone shows. @param at Unix ms */
export function dateIn(zone: string, at: number): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone: zone }).format(at)
}
