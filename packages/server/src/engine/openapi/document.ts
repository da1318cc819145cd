import {
  type Address,
  attachedFileSchema,
  type Call,
  choiceSchema,
  fieldErrorSchema,
  historyEntrySchema,
  importReportSchema,
  problemSchema,
  type Resource,
  referenceSchema,
  storedVersionSchema,
  transitionSchema,
  versionComparisonSchema,
  versionSchema,
} from '@packhouse/contract'
import type { z } from 'zod'
import { AddressOperations } from './address-operations.ts'
import { CallOperations } from './call-operations.ts'
import { Components } from './components.ts'
import { type Json, pascal } from './json.ts'
import { operationIds } from './operation-ids.ts'
import { type Direction, Schemas, schemasOf } from './schemas.ts'
import { tagsOf } from './tags.ts'

/** What a document is made of. */
export interface Documented {
  calls: Readonly<Record<string, Call>>
  /** Addresses that are no calls, by name. */
  addresses?: Readonly<Record<string, Address>>
  resources?: readonly Resource[]
  /** Schemas by the name of their export. */
  schemas?: Readonly<Record<string, z.ZodType>>
  /** Of the product. */
  version: string
}

/** Schemas that the calls of all resources share. */
const engineSchemas = {
  attachedFileSchema,
  choiceSchema,
  fieldErrorSchema,
  historyEntrySchema,
  importReportSchema,
  problemSchema,
  referenceSchema,
  storedVersionSchema,
  transitionSchema,
  versionComparisonSchema,
  versionSchema,
}

const DESCRIPTION = `Sign in with \`POST /v1/auth/login\` and send the access token as \`Authorization: Bearer\`, or make an API key under *People, API keys* and
send it as \`X-API-KEY\`. Where both headers are sent they must agree.

Errors are problem details (RFC 9457) with a stable \`code\`. The \`type\` of each leads to a page that says what to do. A request that is no proper HTTP, or uses a method that an
address does not have, is answered in the same form (405, 408, 431).

Every answer has an \`X-Request-Id\`, which is in the log of the server and in the history of what was changed; one that is sent is not taken.

A \`POST\` that is sent again because its answer was lost is made once if both have the same \`Idempotency-Key\`: for 24 hours the answer of the first is sent again. Sign-in, files and
streams take none.

Lists come in pages (\`page\`, \`pageSize\`), with \`sort\`, \`search\` and filters by the name of a field. To walk a whole list, send \`next\` of each answer as
\`after\` of the next request, with the same sort and filters, until it is null: no row that is there throughout is skipped or comes twice, whatever is created and deleted
meanwhile. With \`page\`, a row that is deleted from an earlier page moves another to a page that was read already.

A change names the \`rowVersion\` that it was made from; where that is no
longer the newest, it is refused as \`stale\`. Times are in UTC, decimals such as amounts are strings. Answers may get further fields; who reads them passes over those that
are unknown.`

/** Makes the OpenAPI 3.1 document. Whatever is in several places is named once and referred to. */
export function openApiDocument(documented: Documented): Json {
  const { calls, addresses = {}, resources = [], version } = documented
  const components = new Components()
  const schemas = new Schemas(components)
  const ofResources = resources.flatMap(schemasOf)
  const taken = new Set(ofResources.map(([name]) => name))
  schemas.name([...ofResources, ...exported({ ...engineSchemas, ...documented.schemas }, taken)])
  const ofCalls = new CallOperations({ components, schemas, resources })
  const ofAddresses = new AddressOperations(components, schemas)
  const paths: Record<string, Json> = {}
  const add = ({ path, method }: { path: string; method: string }, operation: Json) => {
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation }
  }
  const ids = operationIds(Object.keys(calls))
  for (const [name, call] of Object.entries(calls)) add(call, ofCalls.operation(name, ids.get(name) ?? name, call))
  for (const [name, address] of Object.entries(addresses)) add(address, ofAddresses.operation(name, address))
  return {
    openapi: '3.1.0',
    info: {
      title: 'Packhouse',
      version,
      description: DESCRIPTION,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/', description: 'Where this document comes from' }],
    // Most calls; the others say theirs.
    security: [{ session: [] }, { apiKey: [] }],
    tags: tagsOf([...Object.values(calls), ...Object.values(addresses)]),
    ...withSecurity(components.finish(paths)),
  }
}

/**
 * Exported schemas in both directions: a value that is sent has no defaults yet.
 * @param taken names of resources
 */
function exported(
  schemas: Readonly<Record<string, z.ZodType>>,
  taken: ReadonlySet<string>,
): [string, z.ZodType, Direction][] {
  return Object.entries(schemas).flatMap(([name, schema]) => {
    const plain = pascal(name.replace(/Schema$/, ''))
    const title = taken.has(plain) ? `${plain}Value` : plain
    return [
      [title, schema, 'output'],
      [`${title}Input`, schema, 'input'],
    ] as [string, z.ZodType, Direction][]
  })
}

function withSecurity({ paths, components }: { paths: Json; components: Json }): Json {
  const securitySchemes = {
    session: { type: 'http', scheme: 'bearer', description: 'The access token of somebody who has signed in' },
    apiKey: {
      type: 'apiKey',
      in: 'header',
      name: 'X-API-KEY',
      description: 'An API key; it may be sent as `Authorization: Bearer` too',
    },
  }
  return { paths, components: { ...components, securitySchemes } }
}
