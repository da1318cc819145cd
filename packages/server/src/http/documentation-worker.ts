import { addresses, areaSchemas, calls, resources } from '@packhouse/contract'
import fastify from 'fastify'
import { openApiDocument } from '../engine/openapi/document.ts'
import { serveTasks } from '../platform/worker-tasks.ts'

export type DocumentationTask =
  | { kind: 'document'; version: string }
  /** A file of the reference: its path, where the reference and the document are, and its title. */
  | { kind: 'reference'; path: string; root: `/${string}`; document: string; title: string }

serveTasks<DocumentationTask>(async (task) => {
  if (task.kind === 'reference') return await readReference(task)
  const { version } = task
  return JSON.stringify(openApiDocument({ calls, addresses, resources, schemas: areaSchemas, version }))
})

/** Offers of the library that lead to its own services. */
const NOTHING_OF_OTHERS = {
  agent: { disabled: true },
  mcp: { disabled: true },
  showDeveloperTools: 'never',
  hideClientButton: true,
} as const

/** The plugin writes its answers again for each request, the script of 4 MB too: it is asked once, by itself. */
async function readReference({ path, root, document, title }: DocumentationTask & { kind: 'reference' }) {
  // Loaded with the first reader: it is large.
  const { default: scalar } = await import('@scalar/fastify-api-reference')
  const app = fastify()
  await app.register(scalar, {
    routePrefix: root,
    configuration: { url: document, withDefaultFonts: false, pageTitle: title, ...NOTHING_OF_OTHERS },
  })
  const { statusCode, body } = await app.inject(path)
  await app.close()
  if (statusCode !== 200) throw new Error(`The documentation answered ${statusCode} for ${path}.`)
  return body
}
