import { openApi } from '@packhouse/contract'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../platform/config.ts'
import { inLanguage } from '../platform/language.ts'
import { html } from '../platform/pages/markup.ts'
import type { InstallationSettings } from '../platform/settings/installation-settings.ts'
import { WorkerPool } from '../platform/worker-pool.ts'
import type { DocumentationTask } from './documentation-worker.ts'
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
const ROOT = '/docs'
const PAGE = `${ROOT}/`
const SCRIPT = `${ROOT}/js/scalar.js`

/** One thread makes all: the document takes seconds, in which the event loop would stand still for whoever asks first. */
const WRITER = {
  script: new URL('./documentation-worker.ts', import.meta.url),
  workers: 1,
  queue: 3,
  perOwner: 3,
  timeoutMs: 120_000,
  memoryMb: 512,
  idleMs: 2_000,
}

/** Serves the OpenAPI document and its page. They are made when they are first asked for: most never are. */
export function registerDocumentation(app: FastifyInstance, { config, settings, version }: DocumentationParts): void {
  const writer = new WorkerPool(WRITER)
  app.addHook('onClose', () => writer.stop())
  const write = async (task: DocumentationTask) => String(await writer.run(task, 'documentation'))
  const readReference = (of: string, path: string) =>
    write({ kind: 'reference', path, root: ROOT, document: DOCUMENT, title: `${of} API` })
  const title = () => settings.read('product.title')
  const document = prepareOnce(async () =>
    PreparedAnswer.make(await write({ kind: 'document', version }), {
      'content-type': 'application/json; charset=utf-8',
    }),
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
  app.get(ROOT, (_request, reply) => reply.redirect(PAGE, 301))
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
