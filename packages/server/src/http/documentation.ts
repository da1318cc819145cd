import { addresses, areaSchemas, calls, openApi, resources } from '@packhouse/contract'
import scalar from '@scalar/fastify-api-reference'
import fastify, { type FastifyInstance } from 'fastify'
import { openApiDocument } from '../engine/openapi/document.ts'
import type { Config } from '../platform/config.ts'
import type { InstallationSettings } from '../platform/settings/installation-settings.ts'
import { PreparedAnswer, prepareOnce } from './prepared-answer.ts'
import { documentationPolicy } from './security-headers.ts'

export interface DocumentationParts {
  config: Config
  settings: InstallationSettings
  version: string
}

const DOCUMENT = openApi.path
const PAGE = '/docs/'
const SCRIPT = '/docs/js/scalar.js'

/** Serves the OpenAPI document and its page. They are made when they are first asked for: most never are. */
export function registerDocumentation(app: FastifyInstance, { config, settings, version }: DocumentationParts): void {
  const title = () => settings.read('product.title')
  const document = prepareOnce(() =>
    PreparedAnswer.make(
      JSON.stringify(openApiDocument({ calls, addresses, resources, schemas: areaSchemas, version })),
      {
        'content-type': 'application/json; charset=utf-8',
      },
    ),
  )
  const page = prepareOnce(async () => {
    const text = await readReference(title(), PAGE)
    return await PreparedAnswer.make(text, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': documentationPolicy(config, settings, text),
    })
  }, title)
  const script = prepareOnce(async () =>
    PreparedAnswer.make(await readReference(title(), SCRIPT), {
      'content-type': 'application/javascript; charset=utf-8',
    }),
  )
  app.get(DOCUMENT, async (request, reply) => (await document()).send(request, reply))
  app.get('/docs', (_request, reply) => reply.redirect(PAGE, 301))
  app.get(PAGE, async (request, reply) => (await page()).send(request, reply))
  app.get(SCRIPT, async (request, reply) => (await script()).send(request, reply))
}

/** The plugin writes its answers again for each request, the script of 4 MB too: it is asked once, by itself. */
async function readReference(title: string, path: string): Promise<string> {
  const app = fastify()
  await app.register(scalar, {
    routePrefix: '/docs',
    configuration: { url: DOCUMENT, withDefaultFonts: false, pageTitle: `${title} API` },
  })
  const { statusCode, body } = await app.inject(path)
  await app.close()
  if (statusCode !== 200) throw new Error(`The documentation answered ${statusCode} for ${path}.`)
  return body
}
