import { api, customers, type HeldLock, type ProjectChanges, projects, type Row, users } from '@packhouse/contract'
import type { ProductAddress } from './product.ts'
import { lastingToken } from './sign-in.ts'

export type Project = Row<typeof projects>

/** Projects that a test makes as staff. They are deleted when the test is over, whoever edits them by then. */
export class Projects {
  readonly #product: ProductAddress
  readonly #made: string[] = []
  readonly #token: () => Promise<string>

  constructor(product: ProductAddress) {
    this.#product = product
    this.#token = lastingToken(product, 'staff')
  }

  async make(values: object, { changes }: ProjectChanges): Promise<Project> {
    const [customer] = (await this.#list(customers.mounts[0].path)).items
    const [owner] = (await this.#list(`${users.mounts[0].path}?search=staff`)).items
    const draft = { title: 'Cheese line', customerId: customer?.id, ownerId: owner?.id, currency: 'EUR', ...values }
    const { id } = (await this.#call('POST', projects.mounts[0].path, { body: draft })) as Project
    this.#made.push(id)
    const { token } = await this.hold(id)
    await this.#call('POST', api.changeProject.path.replace('{id}', id), { body: { changes }, token })
    await this.#call('POST', api.releaseLock.path.replace('{id}', id), { body: { token } })
    return await this.read(id)
  }

  async read(id: string): Promise<Project> {
    return (await this.#call('GET', `${projects.mounts[0].path}/${id}`)) as Project
  }

  /** Removes one that the product has made of another, too. */
  adopt(id: string): void {
    this.#made.push(id)
  }

  async removeAll(): Promise<void> {
    for (const id of this.#made) {
      const { token } = await this.hold(id)
      await this.#call('DELETE', `${projects.mounts[0].path}/${id}`, { token })
    }
  }

  /** Takes the edit lock, whoever has it. */
  async hold(id: string): Promise<HeldLock> {
    const body = { session: crypto.randomUUID(), reason: 'The test is over' }
    return (await this.#call('POST', api.forceLock.path.replace('{id}', id), { body })) as HeldLock
  }

  async #list(path: string): Promise<{ items: { id: string }[] }> {
    return (await this.#call('GET', path)) as { items: { id: string }[] }
  }

  async #call(method: string, path: string, { body, token }: { body?: object; token?: string } = {}): Promise<unknown> {
    const response = await fetch(this.#product.url + path, {
      method,
      headers: {
        authorization: `Bearer ${await this.#token()}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token === undefined ? {} : { 'edit-lock': token }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${method} ${path} was answered ${response.status}: ${await response.text()}`)
    return response.status === 204 ? undefined : await response.json()
  }
}
