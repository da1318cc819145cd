import type { Address, AddressAnswer } from '@packhouse/contract'
import type { Components } from './components.ts'
import { bodyOfType, jsonContent } from './content.ts'
import { headersOf } from './headers.ts'
import { camel, type Json, pascal } from './json.ts'
import { Parameters } from './parameters.ts'
import { responsesAnywhere } from './problems.ts'
import type { Schemas } from './schemas.ts'

const FORM = 'application/x-www-form-urlencoded'

/** Makes the operations of addresses that are no calls. */
export class AddressOperations {
  readonly #components: Components
  readonly #schemas: Schemas
  readonly #parameters: Parameters

  constructor(components: Components, schemas: Schemas) {
    this.#components = components
    this.#schemas = schemas
    this.#parameters = new Parameters(components, schemas)
  }

  operation(name: string, address: Address): Json {
    const { area, summary, description, params, query, form, answers } = address
    const parameters = [...this.#parameters.of(params, 'path', name), ...this.#parameters.of(query, 'query', name)]
    const schema = form && this.#schemas.use(form, 'input', `${pascal(name)}Form`)
    return {
      operationId: camel(name),
      tags: [area],
      summary,
      description: description ?? `${summary}.`,
      security: [],
      ...(parameters.length > 0 ? { parameters } : {}),
      ...(schema && { requestBody: { required: true, content: jsonContent(schema, this.#components, FORM) } }),
      responses: {
        ...responsesAnywhere(this.#schemas, this.#components),
        ...Object.fromEntries(
          Object.entries(answers).map(([status, answer]) => [status, this.#answer(`${pascal(name)}Answer`, answer)]),
        ),
      },
    }
  }

  #answer(name: string, { description, type, schema, sends }: AddressAnswer): Json {
    const content = () => {
      if (type === undefined) return {}
      if (schema === undefined) return { content: { [type]: bodyOfType(type) } }
      return { content: jsonContent(this.#schemas.use(schema, 'output', name), this.#components, type) }
    }
    return { description, headers: headersOf(sends, this.#components), ...content() }
  }
}
