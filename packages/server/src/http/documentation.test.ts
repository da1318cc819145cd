import fastify from 'fastify'
import { expect, onTestFinished, test, vi } from 'vitest'
import { type DocumentationParts, registerDocumentation } from './documentation.ts'

// Only in this thread: a worker has modules of its own.
vi.mock('../engine/openapi/document.ts', () => ({
  openApiDocument: () => {
    throw new Error('The event loop would stand still for seconds.')
  },
}))

test('the document is made in a thread of its own, once for all who ask for it meanwhile', async () => {
  const app = fastify()
  onTestFinished(() => app.close())
  registerDocumentation(app, {
    settings: { read: () => 'Packhouse' },
    version: '1.2.3',
  } as unknown as DocumentationParts)
  const answers = await Promise.all(Array.from({ length: 50 }, () => app.inject('/v1/openapi.json')))
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
  expect(answers[0]?.json()).toMatchObject({ openapi: '3.1.0', info: { version: '1.2.3' } })
})
