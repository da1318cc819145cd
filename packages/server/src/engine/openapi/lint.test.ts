import { addresses, areaSchemas, calls, resources } from '@packhouse/contract'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import spectral from '@stoplight/spectral-core'
import rulesets from '@stoplight/spectral-rulesets'
import { expect, test } from 'vitest'
import { openApiDocument } from './document.ts'

const document = openApiDocument({ calls, addresses, resources, schemas: areaSchemas, version: '1.2.3' })

/** Its type is that of no ruleset, since it extends nothing. */
const recommended = rulesets.oas as unknown as spectral.RulesetDefinition

/** Rules of Redocly's recommended ones that a decision of ours contradicts. */
const redoclyRules = {
  // The specification names paths such as /projects/{id}/lock beside /projects/files/{id}. A router takes the fixed word first, as OpenAPI says.
  'no-ambiguous-paths': 'off',
  // What leads a browser on answers 303 and nothing else. That every call has a success is tested below.
  'operation-2xx-response': 'off',
} as const

/** The same of Spectral. */
const spectralRules = {
  // Whom to ask is up to whoever runs an installation; we are not reached from here.
  'info-contact': 'off',
} as const

/** Spectral takes a value for a schema where it has a property `example`: here that of a document type, in an example. Redocly checks the same. */
const mistaken = 'paths./v1/pdf-templates/types.get.responses.200.content.application/json.example.0.example'

test('Redocly finds nothing in the document', { tags: ['long'] }, async () => {
  expect(await byRedocly(document)).toEqual([])
})

test('Spectral finds nothing in the document', async () => {
  const found = await bySpectral(withoutRepeatedResponses())
  expect(found.filter((words) => !words.includes(mistaken))).toEqual([])
})

test('both find what is wrong with another one', async () => {
  const poor = {
    openapi: '3.1.0',
    info: { title: 'Poor', version: '1' },
    paths: { '/{id}': { get: { responses: {} } } },
  }
  expect(await byRedocly(poor)).toContainEqual(expect.stringContaining('path-parameters-defined'))
  expect(await bySpectral(poor)).toContainEqual(expect.stringContaining('path-params'))
})

test('every call has a success, and an operationId that generators take', () => {
  const paths = Object.values(document.paths as Record<string, Record<string, Operation>>)
  const operations = paths.flatMap((path) => Object.values(path))
  expect(new Set(operations.map(({ operationId }) => operationId.toLowerCase())).size).toBe(operations.length)
  for (const { operationId, responses } of operations) {
    expect(operationId).toMatch(/^[A-Za-z][A-Za-z0-9_]*$/)
    expect(
      Object.keys(responses).filter((status) => /^(20\d|303)$/.test(status)),
      operationId,
    ).not.toEqual([])
  }
})

interface Operation {
  operationId: string
  responses: Record<string, { $ref?: string; description?: string }>
}

/** @returns the findings of Redocly, warnings too */
async function byRedocly(input: object): Promise<string[]> {
  const config = await createConfig({ extends: ['recommended'], rules: redoclyRules })
  const found = await lintFromString({ source: JSON.stringify(input), absoluteRef: '/openapi.json', config })
  return found.map(({ ruleId, message, location }) => `${ruleId} ${location[0]?.pointer}: ${message}`)
}

/** The same of Spectral. */
async function bySpectral(input: Record<string, unknown>): Promise<string[]> {
  const linter = new spectral.Spectral()
  linter.setRuleset({ extends: [[recommended, 'recommended']], rules: spectralRules })
  const found = await linter.run(input)
  return found.map(({ code, message, path }) => `${code} ${path.join('.')}: ${message}`)
}

/** Spectral follows every reference, and would check a response again in each of a thousand operations: here each is in one of them. */
function withoutRepeatedResponses(): Record<string, unknown> {
  const copy = structuredClone(document) as { paths: Record<string, Record<string, Operation>> }
  const met = new Set<string>()
  for (const operation of Object.values(copy.paths).flatMap((path) => Object.values(path))) {
    for (const [status, { $ref }] of Object.entries(operation.responses)) {
      if ($ref === undefined) continue
      if (met.has($ref)) operation.responses[status] = { description: 'As above' }
      met.add($ref)
    }
  }
  return copy
}
