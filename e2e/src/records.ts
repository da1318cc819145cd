import {
  type Change,
  customers,
  type Draft,
  locations,
  locationTypes,
  type Resource,
  type Row,
} from '@packhouse/contract'
import type { ProductAddress } from './product.ts'
import { lastingToken } from './sign-in.ts'

/** Any declared resource, whatever its fields. */
type Declared = Pick<Resource, 'mounts'>

/** Rows that a test makes through the API as staff. All of them are deleted when the test is over. */
export class Records {
  readonly #product: ProductAddress
  readonly #made: string[] = []
  readonly #token: () => Promise<string>

  constructor(product: ProductAddress) {
    this.#product = product
    this.#token = lastingToken(product, 'staff')
  }

  async create<R extends Declared>(resource: R, draft: Draft<R>): Promise<Row<R>> {
    const row = (await this.#call('POST', pathOf(resource), draft)) as Row<R> & { id: string }
    this.keep(resource, row.id)
    return row
  }

  async update<R extends Declared>(resource: R, id: string, change: Change<R>): Promise<Row<R>> {
    return (await this.#call('PUT', `${pathOf(resource)}/${id}`, change)) as Row<R>
  }

  async read<R extends Declared>(resource: R, id: string): Promise<Row<R>> {
    return (await this.#call('GET', `${pathOf(resource)}/${id}`)) as Row<R>
  }

  /** What a call that does not belong to a resource reads. */
  async get<Answer>(path: string): Promise<Answer> {
    return (await this.#call('GET', path)) as Answer
  }

  /** The rows that a search finds. */
  async find<R extends Declared>(resource: R, search: string): Promise<Row<R>[]> {
    const page = await this.#call('GET', `${pathOf(resource)}?${new URLSearchParams({ search })}`)
    return (page as { items: Row<R>[] }).items
  }

  /**
   * A call that does not belong to a resource.
   * @param more headers, such as the token of an edit lock
   * @returns its answer; undefined if the call has no body
   */
  async send(method: 'POST' | 'PUT', path: string, body: object, more: Record<string, string> = {}): Promise<unknown> {
    return await this.#call(method, path, body, more)
  }

  async setPrimary(resource: Declared, id: string): Promise<void> {
    await this.#call('POST', `${pathOf(resource)}/${id}/set-primary`)
  }

  /** Deletes a row at the end that was made on a screen. */
  keep(resource: Declared, id: string): void {
    this.#made.push(`${pathOf(resource)}/${id}`)
  }

  async remove(resource: Declared, id: string): Promise<void> {
    await this.#delete(`${pathOf(resource)}/${id}`)
  }

  /** The last first, because it may refer to those before it. */
  async removeAll(): Promise<void> {
    for (const address of this.#made.reverse()) await this.#delete(address)
  }

  /** One that is gone already, such as by a press on a screen, is no fault. */
  async #delete(address: string): Promise<void> {
    const response = await this.#fetch('DELETE', address)
    if (response.status === 204 || response.status === 404) return
    throw new Error(`${address} could not be deleted: ${response.status} ${await response.text()}`)
  }

  async #call(method: string, path: string, body?: unknown, more: Record<string, string> = {}): Promise<unknown> {
    const response = await this.#fetch(method, path, body, more)
    if (!response.ok) throw new Error(`${method} ${path} was answered ${response.status}: ${await response.text()}`)
    return response.status === 204 ? undefined : await response.json()
  }

  async #fetch(method: string, path: string, body?: unknown, more: Record<string, string> = {}): Promise<Response> {
    const headers = { authorization: `Bearer ${await this.#token()}`, 'content-type': 'application/json', ...more }
    return await fetch(this.#product.url + path, {
      method,
      headers: body === undefined ? { authorization: headers.authorization } : headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  }
}

function pathOf({ mounts }: Declared): string {
  return mounts[0].path
}

type Customers = typeof customers

/** A customer with a code made of its name. */
export async function createCustomer(
  records: Records,
  name: string,
  rest: Draft<Customers> = {},
): Promise<Row<Customers>> {
  const code = name.toUpperCase().replaceAll(/[^A-Z0-9]+/g, '-')
  return await records.create(customers, { code, name, currency: 'EUR', ...rest })
}

/** Customers of these names. */
export async function createCustomers(records: Records, names: readonly string[]): Promise<Row<Customers>[]> {
  return await Promise.all(names.map((name) => createCustomer(records, name)))
}

type Locations = typeof locations

/** A location in Norway, of a type of its own. */
export async function createLocation(
  records: Records,
  { name, ...rest }: Draft<Locations> & { name: string },
): Promise<Row<Locations>> {
  const type = await records.create(locationTypes, {
    code: `TYPE ${name}`.slice(0, 32),
    name: 'Plant',
  })
  const place = { name, typeId: type.id, countryCode: 'NO', timezone: 'Europe/Oslo' }
  return await records.create(locations, { ...place, ...rest })
}
