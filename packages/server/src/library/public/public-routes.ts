import { createHash } from 'node:crypto'
import { askForPaper, paperPage, publicMachineFile, publicMachinePage } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { catalogues } from '@packhouse/messages/catalogues'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { isKnown, sendNotModified } from '../../engine/entity-tags.ts'
import { ProblemError } from '../../engine/problem-error.ts'
import { routeOf } from '../../engine/routes.ts'
import type { Db } from '../../platform/database.ts'
import type { FileFolder } from '../../platform/file-folder.ts'
import { inLanguage } from '../../platform/language.ts'
import { networkOf } from '../../platform/network.ts'
import { pageAssets, renderLater, renderNothing } from '../../platform/pages/page-frame.ts'
import type { PublicPageLimits } from '../../platform/public-page-limits.ts'
import type { Refusals } from '../../platform/refusals.ts'
import type { InstallationSettings } from '../../platform/settings/installation-settings.ts'
import type { SharedRates } from '../../platform/shared-rates.ts'
import { acceptedLanguages, bestLanguage } from './language-choice.ts'
import { renderMachinePage } from './machine-page.ts'
import { emptyForm, faultsOf, type PaperFaults, toPaperForm } from './paper-form.ts'
import { renderPaperPage, renderPaperSent } from './paper-page.ts'
import type { PaperRequests } from './paper-requests.ts'
import { findPublicMachine, type PublicMachine, readPublicDocuments } from './public-machine.queries.ts'
import { sendPublicFile } from './send-public-file.ts'

/** A form of paper requests has far less. */
const FORM_BYTES = 16 * 1024
const TOKEN = /^[A-Za-z0-9_-]{22}$/

export interface PublicRouteParts {
  db: Db
  files: FileFolder
  refusals: Refusals
  rates: SharedRates
  limits: PublicPageLimits
  paper: PaperRequests
  settings: InstallationSettings
}

interface Visit {
  request: FastifyRequest<{ Params: Record<string, string>; Querystring: Record<string, unknown> }>
  reply: FastifyReply
  token: string
  machine: PublicMachine
  /** Languages of the reader, BCP 47, the best first. */
  wanted: readonly string[]
}

/** The pages of machines for everybody who has scanned a label: plain HTML, files, and the form for paper. */
export function registerPublicRoutes(app: FastifyInstance, parts: PublicRouteParts): void {
  const rate = parts.rates.limiter('public pages')
  const visit =
    (show: (parts: PublicRouteParts, visit: Visit) => Promise<FastifyReply>) =>
    async (request: Visit['request'], reply: FastifyReply): Promise<FastifyReply> => {
      reply.headers({ 'x-robots-tag': 'noindex, nofollow', 'cache-control': 'no-store' })
      const wanted = [...chosenLanguage(request.query.lang), ...acceptedLanguages(request.headers['accept-language'])]
      return await inPageLanguage(wanted, async () => {
        const later = (reason: string, seconds: number, words?: string) => {
          parts.refusals.count('public', reason)
          return sendPage(reply.code(429).header('retry-after', seconds), renderLater(titleOf(parts), words))
        }
        const ofAddress = await rate.take(networkOf(request.ip), parts.limits.perAddress)
        if (!ofAddress.admitted) return later('rate_of_address', ofAddress.resetSeconds)
        const { token = '' } = request.params
        const ofLink = TOKEN.test(token) ? await rate.take(`link ${hashOf(token)}`, parts.limits.perLink) : undefined
        if (ofLink?.admitted === false)
          return later('rate_of_link', ofLink.resetSeconds, t('publicPage.linkOpenedTooOften'))
        const machine = TOKEN.test(token) ? await findPublicMachine(parts.db, token) : undefined
        if (machine === undefined) return sendNothing(parts, reply)
        return await show(parts, { request, reply, token, machine, wanted })
      })
    }
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: FORM_BYTES },
      (_request, body, done) => done(null, new URLSearchParams(String(body))),
    )
    scope.get('/m/assets/:name', sendAsset)
    scope.get(routeOf(publicMachinePage), visit(showMachine))
    scope.get(routeOf(publicMachineFile), visit(showFile))
    scope.get(routeOf(paperPage), visit(showPaper))
    scope.post(routeOf(askForPaper), visit(takePaper))
  })
}

/** Other nodes hear of what is counted, and need not hear of tokens. */
function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}

async function showMachine({ db, settings }: PublicRouteParts, { request, reply, token, machine, wanted }: Visit) {
  const [productTitle, maker] = [settings.read('product.title'), settings.maker]
  const documents = await readPublicDocuments(db, token)
  const page = renderMachinePage({ token, productTitle, maker, machine, documents, wanted })
  const etag = `"${createHash('sha256').update(page).digest('base64url').slice(0, 22)}"`
  reply.headers({ etag, 'cache-control': 'public, no-cache', vary: 'accept-language' })
  if (isKnown(request, etag)) return sendNotModified(reply)
  return sendPage(reply, page)
}

async function showFile(parts: PublicRouteParts, { request, reply, token }: Visit): Promise<FastifyReply> {
  const isSent = await sendPublicFile(parts, request, reply, token)
  return isSent ? reply : sendNothing(parts, reply)
}

async function showPaper(parts: PublicRouteParts, { request, reply, token, machine }: Visit) {
  const { db, limits } = parts
  const productTitle = titleOf(parts)
  if (request.query.sent !== undefined) return sendPage(reply, renderPaperSent({ token, productTitle }))
  const documents = await readPublicDocuments(db, token)
  const shown = { token, productTitle, machine, documents, days: limits.paper.days, form: emptyForm, faults: {} }
  return sendPage(reply, renderPaperPage(shown))
}

async function takePaper(parts: PublicRouteParts, { request, reply, token, machine }: Visit): Promise<FastifyReply> {
  const { db, limits, paper } = parts
  const productTitle = titleOf(parts)
  const documents = await readPublicDocuments(db, token)
  const form = request.body instanceof URLSearchParams ? toPaperForm(request.body) : emptyForm
  const again = (status: number, faults: PaperFaults, refusal?: string) => {
    const shown = { token, productTitle, machine, documents, days: limits.paper.days, form, faults }
    return sendPage(reply.code(status), renderPaperPage(refusal === undefined ? shown : { ...shown, refusal }))
  }
  // A page of somebody else does not ask in the name of its visitors.
  if (request.headers['sec-fetch-site'] === 'cross-site') return again(403, {}, t('publicPage.sendFromThisPage'))
  const faults = faultsOf(form, documents)
  if (Object.keys(faults).length > 0) return again(400, faults)
  const isStored = await paper.store(machine, form, networkOf(request.ip))
  if (!isStored) return again(429, {}, t('publicPage.tooManyRequestsForPaper'))
  const language = typeof request.query.lang === 'string' ? `&lang=${encodeURIComponent(request.query.lang)}` : ''
  return reply.redirect(`/m/${token}/paper?sent${language}`, 303)
}

async function sendAsset(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { name } = request.params as { name: string }
  const asset = Object.hasOwn(pageAssets, name) ? pageAssets[name] : undefined
  if (asset === undefined) throw new ProblemError('not_found')
  return reply
    .headers({ 'content-type': asset.contentType, 'cache-control': 'public, max-age=31536000, immutable' })
    .send(asset.content)
}

/** What is not public is answered like what never was. */
function sendNothing(parts: PublicRouteParts, reply: FastifyReply): FastifyReply {
  return sendPage(reply.code(404), renderNothing(titleOf(parts)))
}

function titleOf({ settings }: PublicRouteParts): string {
  return settings.read('product.title')
}

function sendPage(reply: FastifyReply, page: string): FastifyReply {
  return reply.header('content-type', 'text/html; charset=utf-8').send(page)
}

const languageTag = z
  .string()
  .max(35)
  .regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/)

/** What the reader has chosen on the page. */
function chosenLanguage(given: unknown): string[] {
  const { data } = languageTag.safeParse(given)
  return data === undefined ? [] : [data]
}

/** Words of the page are in the first language of the reader that it has; documents may be in others. */
async function inPageLanguage<T>(wanted: readonly string[], work: () => Promise<T>): Promise<T> {
  const known = bestLanguage(
    catalogues.map(({ language }) => language),
    wanted,
  )
  return known === undefined ? await work() : await inLanguage(known, work)
}
