import { type Call, operationsOf, type Resource } from '@packhouse/contract'
import type { Components } from './components.ts'
import { acceptedContent, fileContent, jsonContent } from './content.ts'
import { headersOf } from './headers.ts'
import { type Json, pascal } from './json.ts'
import { Parameters } from './parameters.ts'
import { problemResponses } from './problems.ts'
import type { Schemas } from './schemas.ts'

interface Parts {
  components: Components
  schemas: Schemas
  resources: readonly Resource[]
}

/** Verbs after which a body or an answer of a resource is named. */
const titles: Readonly<Record<string, string>> = { create: 'Draft', update: 'Change', list: 'Page' }

/** Verbs that change what only the holder of the edit lock may change. */
const LOCKED = [
  'create',
  'update',
  'remove',
  'updateSortOrder',
  'attachFile',
  'removeFile',
  'restoreFile',
  'transition',
  'restoreVersion',
]

/** Makes the operations of calls. */
export class CallOperations {
  readonly #components: Components
  readonly #schemas: Schemas
  readonly #parameters: Parameters
  /** Calls that need the edit lock. */
  readonly #locked: ReadonlySet<Call>

  constructor({ components, schemas, resources }: Parts) {
    this.#components = components
    this.#schemas = schemas
    this.#parameters = new Parameters(components, schemas)
    this.#locked = new Set(
      resources
        .filter(({ traits }) => traits.editLock !== undefined)
        .flatMap((resource) => Object.values(operationsOf(resource)))
        .filter(({ verb }) => LOCKED.includes(verb))
        .map(({ call }) => call),
    )
  }

  /** @param name of the call, such as `customer.list` */
  operation(name: string, operationId: string, call: Call): Json {
    const isLocked = this.#locked.has(call)
    const parameters = [
      ...this.#parameters.of(call.params, 'path', name),
      ...this.#parameters.of(call.query, 'query', name),
      ...this.#parameters.headersOf(call, isLocked),
    ]
    return {
      operationId,
      tags: [call.area],
      summary: call.summary,
      description: descriptionOf(call),
      ...securityOf(call),
      ...(parameters.length > 0 ? { parameters } : {}),
      ...this.#body(name, call),
      responses: {
        ...this.#successes(name, call),
        ...problemResponses(call, isLocked, this.#schemas, this.#components),
      },
    }
  }

  #body(name: string, { body, accepts }: Call): Json {
    if (accepts !== undefined) return { requestBody: { required: true, content: acceptedContent(accepts) } }
    if (body === undefined) return {}
    const schema = this.#schemas.use(body, 'input', nameOf(name, 'Body'))
    return { requestBody: { required: true, content: jsonContent(schema, this.#components) } }
  }

  #successes(name: string, call: Call): Json {
    const { later, sends } = call
    return {
      [call.status ?? (hasContent(call) ? 200 : 204)]: this.#success(name, call),
      ...(later && {
        202: {
          description: 'It takes long; `Location` says where it is found',
          headers: headersOf(['Location'], this.#components),
          content: jsonContent(this.#schemas.use(later, 'output', nameOf(name, 'Later')), this.#components),
        },
      }),
      ...(call.method === 'GET' &&
        sends?.includes('ETag') && {
          304: this.#components.refer('responses', ['NotModified'], {
            description: 'Nothing has changed since the state that `If-None-Match` names',
            headers: headersOf(['ETag'], this.#components),
          }),
        }),
    }
  }

  /** Successes are alike as soon as the same is read in several ways. */
  #success(name: string, call: Call): Json {
    const headers = headersOf(call.sends, this.#components)
    if (!hasContent(call))
      return this.#components.refer('responses', ['Done'], { description: 'Done; there is nothing to say', headers })
    const { title, content } = this.#content(name, call)
    const description = call.status === 201 ? 'Created' : 'OK'
    const wanted = call.status === 201 ? `${title}Created` : title
    return this.#components.refer('responses', [wanted, pascal(name)], { description, headers, content })
  }

  #content(name: string, call: Call): { title: string; content: Json } {
    if (call.answer === 'csv' || call.answer === 'file') {
      const { format } = this.#schemas.properties(call.query).properties
      const formats = (format?.enum ?? []) as unknown[]
      return { title: nameOf(name, 'File'), content: fileContent(call, formats.includes('xlsx')) }
    }
    const schema = this.#schemas.use(call.result as NonNullable<Call['result']>, 'output', nameOf(name, 'Answer'))
    const title =
      typeof schema.$ref === 'string' ? schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1) : nameOf(name, 'Answer')
    const content =
      call.answer === 'event-stream' ? { 'text/event-stream': { schema } } : jsonContent(schema, this.#components)
    return { title, content }
  }
}

function hasContent({ result, answer }: Call): boolean {
  return result !== undefined || answer === 'csv' || answer === 'file'
}

function descriptionOf({ access, stepUp, description, summary }: Call): string {
  const needs =
    access === 'public'
      ? ''
      : access === 'signed-in'
        ? 'Needs a session of your own.'
        : `Needs the permission \`${access}\`.`
  const confirmation = stepUp && 'Needs a sign-in or a `POST /v1/me/confirm` in the last 10 minutes.'
  return [description, needs, confirmation].filter(Boolean).join('\n\n') || `${summary}.`
}

/** An API key opens no account, and confirms nothing. Any other call takes what the document says at its top. */
function securityOf({ access, stepUp }: Call): Json {
  if (access === 'public') return { security: [] }
  return access === 'signed-in' || stepUp ? { security: [{ session: [] }] } : {}
}

/** `customer.list` as `CustomerPage`, `contact.create.ofCustomer` as `ContactDraftOfCustomer`, `readThing` as `ReadThingAnswer`. */
function nameOf(name: string, otherwise: string): string {
  const [resource = '', verb = '', ...rest] = name.split('.')
  const title = titles[verb]
  const fits = title !== undefined && (title === 'Page') === (otherwise === 'Answer')
  return fits ? pascal([resource, title, ...rest].join('.')) : pascal(name) + otherwise
}
