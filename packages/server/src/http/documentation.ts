import { addresses, areaSchemas, calls, openApi, resources } from '@packhouse/contract'
import fastify, { type FastifyInstance } from 'fastify'
import { openApiDocument } from '../engine/openapi/document.ts'
import type { Config } from '../platform/config.ts'
import { inLanguage } from '../platform/language.ts'
import { html } from '../platform/pages/markup.ts'
import type { InstallationSettings } from '../platform/settings/installation-settings.ts'
import { barStyle } from './guide/guide-assets.ts'
import { documentationBar } from './guide/guide-frame.ts'
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
    const text = withBar(await readReference(title(), PAGE), title())
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

/** The height of the bar is known to the reference, which keeps its own list of contents below it. */
const referenceStyle = `body{margin:0}
header.bar{position:sticky;top:0;z-index:10;box-sizing:border-box;height:56px;overflow:hidden;font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
:root{--scalar-custom-header-height:56px;--bar:#14203a}
${barStyle}`

/** The page of the reference, which is in English, with the way to the guides above it. */
function withBar(page: string, title: string): string {
  const bar = inLanguage(
    'en',
    () => html`<header class="bar"><div>${documentationBar(title, 'reference')}</div></header>`,
  )
  return page
    .replace('<html>', '<html lang="en">')
    .replace('</head>', () => `<style>${referenceStyle}</style></head>`)
    .replace('<body>', () => `<body>${bar.text}`)
}

/** The plugin writes its answers again for each request, the script of 4 MB too: it is asked once, by itself. */
async function readReference(title: string, path: string): Promise<string> {
  // Loaded with the first reader: it is large.
  const { default: scalar } = await import('@scalar/fastify-api-reference')
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
