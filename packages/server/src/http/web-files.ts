import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { PreparedAnswer } from './prepared-answer.ts'

/** Sends the page of the web, which is the answer to every address that belongs to it. */
export type SendPage = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

/**
 * Serves the built web: hashed assets may be stored for ever; the page that names them may not.
 * @param root folder with `index.html`
 * @param languageNow that of the installation, which the page names
 */
export async function registerWebFiles(
  app: FastifyInstance,
  root: string,
  languageNow: () => string,
): Promise<SendPage> {
  await app.register(fastifyStatic, {
    root,
    index: false,
    wildcard: true,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      const lasting = path.includes('/assets/')
      reply.header('cache-control', lasting ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  const page = new Page(join(root, 'index.html'), languageNow)
  const sendPage: SendPage = async (request, reply) => (await page.read()).send(request, reply)
  app.get('/', sendPage)
  return sendPage
}

/** The page as prepared bytes, made again when the file has changed: the web may be built while the server runs. */
class Page {
  readonly #path: string
  readonly #languageNow: () => string
  #language = ''
  #writtenAt: number | undefined
  #answer: Promise<PreparedAnswer> | undefined

  constructor(path: string, languageNow: () => string) {
    this.#path = path
    this.#languageNow = languageNow
  }

  async read(): Promise<PreparedAnswer> {
    const { mtimeMs } = await stat(this.#path)
    const language = this.#languageNow()
    if (this.#answer === undefined || this.#writtenAt !== mtimeMs || this.#language !== language) {
      this.#writtenAt = mtimeMs
      this.#language = language
      this.#answer = readFile(this.#path, 'utf8').then((text) =>
        PreparedAnswer.make(text.replace(/(<html[^>]* lang=")[^"]*/, `$1${language}`), {
          'content-type': 'text/html; charset=utf-8',
        }),
      )
      this.#answer.catch(() => {
        this.#answer = undefined
      })
    }
    return await this.#answer
  }
}
