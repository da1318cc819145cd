import type { Call } from '@packhouse/contract'
import type { z } from 'zod'
import type { Components } from './components.ts'
import { type Json, pascal } from './json.ts'
import { requestHeadersOf } from './request-headers.ts'
import type { Schemas } from './schemas.ts'

type Place = 'path' | 'query'

/** Makes the parameters of operations. Most are the same in many of them. */
export class Parameters {
  readonly #components: Components
  readonly #schemas: Schemas

  constructor(components: Components, schemas: Schemas) {
    this.#components = components
    this.#schemas = schemas
  }

  /** @param operation its name, such as `customer.list` */
  of(schema: z.ZodType | undefined, place: Place, operation: string): Json[] {
    const { properties, required } = this.#schemas.properties(schema)
    const [owner = ''] = operation.split('.')
    return Object.entries(properties).map(([name, { description, ...property }]) => {
      const own = pascal(name) + (place === 'path' ? 'InPath' : '')
      const needed = place === 'path' || required.includes(name)
      const words = typeof description === 'string' ? { description } : {}
      return this.#components.refer('parameters', [own, pascal(owner) + own, pascal(operation) + own], {
        name,
        in: place,
        required: needed,
        ...words,
        schema: property,
      })
    })
  }

  /** @param isLocked whether the call needs the edit lock */
  headersOf(call: Call, isLocked: boolean): Json[] {
    return requestHeadersOf(call, isLocked).map((header) =>
      this.#components.refer('parameters', [pascal(String(header.name))], header),
    )
  }
}
