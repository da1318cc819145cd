import { join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isKnown, sendNotModified } from '../../engine/entity-tags.ts'
import { currentLanguage } from '../../platform/language.ts'
import type { InstallationSettings } from '../../platform/settings/installation-settings.ts'
import { PreparedAnswer } from '../prepared-answer.ts'
import { guideAssets, hashOfAsset } from './guide-assets.ts'
import { GUIDE_PATH, GuideBook } from './guide-book.ts'
import { type GuideFrame, renderGuideHome, renderGuidePage, renderGuideSearch, renderNoGuide } from './guide-frame.ts'
import { GuideSearch, MOST_QUERY_SIGNS } from './guide-search.ts'

const FOLDER = join(import.meta.dirname, '../../../../../docs/guide')
const HTML = 'text/html; charset=utf-8'

export interface GuideRouteParts {
  settings: InstallationSettings
  publicUrl: string
}

interface NamedFile {
  Params: { name: string }
  /** The hash of the content, by which a file may be stored for ever. */
  Querystring: { v?: string }
}

/** Serves the guides of `docs/guide` to everybody. They are read, and each page is made, when somebody first asks. */
export function registerGuide(app: FastifyInstance, parts: GuideRouteParts): void {
  const desk = new GuideDesk(parts)
  app.get(GUIDE_PATH, async (request, reply) => await desk.sendPage(request, reply, ''))
  app.get<{ Params: { '*': string } }>(`${GUIDE_PATH}/*`, async (request, reply) =>
    desk.sendPage(request, reply, request.params['*']),
  )
  app.get<{ Querystring: { q?: string | string[] } }>(`${GUIDE_PATH}/search`, async ({ query }, reply) =>
    desk.sendFindings(reply, [query.q].flat()[0] ?? ''),
  )
  app.get<NamedFile>(`${GUIDE_PATH}/assets/:name`, async (request, reply) => {
    const { name } = request.params
    return await desk.sendAsset(request, reply, name, cachingOf(request.query.v, hashOfAsset(name)))
  })
  app.get<NamedFile>(`${GUIDE_PATH}/images/:name`, async (request, reply) => {
    return await desk.sendPicture(request, reply, request.params.name, request.query.v)
  })
}

function cachingOf(asked: string | undefined, hash: string): string {
  return asked === hash ? 'public, max-age=31536000, immutable' : 'no-cache'
}

/** Answers whoever asks for something of the guides. */
class GuideDesk {
  readonly #parts: GuideRouteParts
  #library: Promise<{ book: GuideBook; search: GuideSearch }> | undefined
  #title = ''
  /** There are as many as there are guides, in each language, and assets. */
  readonly #prepared = new Map<string, Promise<PreparedAnswer>>()

  constructor(parts: GuideRouteParts) {
    this.#parts = parts
  }

  async sendPage(request: FastifyRequest, reply: FastifyReply, path: string): Promise<FastifyReply> {
    const frame = await this.#frame()
    const page = frame.book.pages.find((one) => one.path === path)
    if (page === undefined && path !== '') return sendNothing(reply, frame)
    const language = currentLanguage()
    const answer = await this.#prepare(`${language} ${path}`, () =>
      PreparedAnswer.make(page === undefined ? renderGuideHome(frame) : renderGuidePage(frame, page), {
        'content-type': HTML,
        'content-language': language,
        vary: 'accept-language',
      }),
    )
    return answer.send(request, reply)
  }

  async sendFindings(reply: FastifyReply, asked: string): Promise<FastifyReply> {
    const frame = await this.#frame()
    const { search } = await this.#read()
    const query = asked.trim().slice(0, MOST_QUERY_SIGNS)
    return sendPlain(reply, renderGuideSearch(frame, { query, ...search.find(query) }))
  }

  async sendAsset(request: FastifyRequest, reply: FastifyReply, name: string, caching: string): Promise<FastifyReply> {
    const asset = guideAssets.get(name)
    if (asset === undefined) return sendNothing(reply, await this.#frame())
    const headers = { 'content-type': asset.contentType, 'cache-control': caching }
    const answer = await this.#prepare(`${name} ${caching}`, () => PreparedAnswer.make(asset.content, headers))
    return answer.send(request, reply)
  }

  async sendPicture(
    request: FastifyRequest,
    reply: FastifyReply,
    name: string,
    asked: string | undefined,
  ): Promise<FastifyReply> {
    const frame = await this.#frame()
    const picture = frame.book.pictures.get(name)
    if (picture === undefined) return sendNothing(reply, frame)
    const etag = `"${picture.hash}"`
    reply.headers({ 'content-type': 'image/webp', 'cache-control': cachingOf(asked, picture.hash), etag })
    return isKnown(request, etag) ? sendNotModified(reply) : reply.send(picture.content)
  }

  async #frame(): Promise<GuideFrame> {
    const { book } = await this.#read()
    const productTitle = this.#parts.settings.read('product.title')
    if (productTitle !== this.#title) this.#prepared.clear()
    this.#title = productTitle
    return { book, productTitle }
  }

  async #read() {
    this.#library ??= GuideBook.read(FOLDER, this.#parts.publicUrl).then((book) => ({
      book,
      search: new GuideSearch(book.pages),
    }))
    try {
      return await this.#library
    } catch (error) {
      this.#library = undefined
      throw error
    }
  }

  async #prepare(key: string, make: () => Promise<PreparedAnswer>): Promise<PreparedAnswer> {
    const known = this.#prepared.get(key)
    if (known !== undefined) return await known
    const made = make()
    this.#prepared.set(key, made)
    made.catch(() => this.#prepared.delete(key))
    return await made
  }
}

function sendNothing(reply: FastifyReply, frame: GuideFrame): FastifyReply {
  return sendPlain(reply.code(404), renderNoGuide(frame))
}

/** What is not prepared: the results of a search, and what is not there. */
function sendPlain(reply: FastifyReply, page: string): FastifyReply {
  const language = currentLanguage()
  return reply
    .headers({
      'content-type': HTML,
      'content-language': language,
      'cache-control': 'no-cache',
      vary: 'accept-language',
    })
    .send(page)
}
