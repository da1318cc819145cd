import { expect } from 'vitest'
import type { Caller } from '../support/caller.ts'
import type { Answer } from '../support/http-request.ts'
import { expectProblem } from '../support/problem.ts'

export interface Row extends Record<string, unknown> {
  id: string
  rowVersion: number
}

const BASE = '/v1/machine-library'

/** Removes the library of the sample company, for tests that count all that there is. */
export const EMPTY_LIBRARY = `
  -- A machine that was ordered with a line of a quote is no part of the library.
  ALTER TABLE machine DROP CONSTRAINT machine_project_item_id_fkey;
  TRUNCATE machine_type, packaging_style, option_definition, library_tag CASCADE;
  UPDATE machine SET project_item_id = NULL WHERE project_item_id IS NOT NULL;
  ALTER TABLE machine ADD CONSTRAINT machine_project_item_id_fkey
    FOREIGN KEY (project_item_id) REFERENCES project_item (id) ON DELETE SET NULL`

/** A conditional answer with the shortest condition. */
export const CONDITIONAL = { result: 'conditional', toolingCost: '250' }

/** Rows of the machine library, made through the API by staff. */
export class LibraryRows {
  readonly #staff: () => Caller
  #count = 0

  constructor(staff: () => Caller) {
    this.#staff = staff
  }

  async send(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object): Promise<Answer> {
    return await this.#staff().request(path.startsWith('/v1/') ? path : `${BASE}${path}`, { method, body })
  }

  /** Sends, and expects success. @returns the body */
  async must<Body = Row>(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object): Promise<Body> {
    const answer = await this.send(method, path, body)
    expect([200, 201, 204], answer.text).toContain(answer.status)
    return answer.body as Body
  }

  /** Sends, and expects a refusal of its input. @returns the paths of the faults */
  async faults(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object): Promise<string[]> {
    const { errors = [] } = expectProblem(await this.send(method, path, body), 'invalid_request')
    return errors.map((error) => error.path)
  }

  async type(): Promise<Row> {
    const code = this.#code('T')
    return await this.must('POST', '/machine-types', { code, name: code, category: 'vffs' })
  }

  async field(type: Row, key: string, kind: string, more: object = {}): Promise<Row> {
    return await this.must('POST', `/machine-types/${type.id}/field-specs`, { key, label: key, kind, ...more })
  }

  async machine(type: Row, more: object = {}): Promise<Row> {
    const model = this.#code('M')
    return await this.must('POST', '/machines', { model, name: model, typeId: type.id, ...more })
  }

  async setSpecs({ id }: Row, values: object): Promise<Answer> {
    const { rowVersion } = await this.must('GET', `/machines/${id}`)
    return await this.send('PUT', `/machines/${id}/specs`, { rowVersion, values })
  }

  async tag(): Promise<Row> {
    return await this.must('POST', '/tags', { name: this.#code('tag') })
  }

  async style(more: object = {}): Promise<Row> {
    const code = this.#code('S')
    return await this.must('POST', '/packaging-styles', { code, name: code, family: 'bag', ...more })
  }

  async cell(machine: Row, style: Row, more: object = {}): Promise<Row> {
    return await this.must('POST', '/compatibility', {
      machineId: machine.id,
      styleId: style.id,
      result: 'yes',
      ...more,
    })
  }

  /** The id of a material of the product. */
  async materialId(code: string): Promise<string> {
    const { items } = await this.must<{ items: Row[] }>('GET', `/materials?search=${code}&pageSize=200`)
    return String(items.find((one) => one.code === code)?.id)
  }

  async option({ id: machineId }: Row, more: object = {}): Promise<Row> {
    const code = this.#code('O')
    const definition = await this.must('POST', '/option-definitions', { code, name: code })
    return await this.must('POST', '/machine-options', { machineId, definitionId: definition.id, name: code, ...more })
  }

  #code(prefix: string): string {
    this.#count += 1
    return `${prefix}-${String(this.#count).padStart(3, '0')}-${prefix === 'S' ? 'style' : 'row'}`
  }
}
