import { type ProblemCode, problemCodes, problemList, problemPage, problems } from '@packhouse/contract'
import { declared, t } from '@packhouse/messages'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { problemType } from '../engine/problem-error.ts'
import { routeOf } from '../engine/routes.ts'
import { currentLanguage } from '../platform/language.ts'
import { html, type Markup } from '../platform/pages/markup.ts'
import { renderPage } from '../platform/pages/page-frame.ts'
import type { InstallationSettings } from '../platform/settings/installation-settings.ts'

/** Serves the pages that the `type` of a problem leads to: what has happened and what to do, in the language of the reader, for everybody. */
export function registerProblemPages(app: FastifyInstance, settings: InstallationSettings): void {
  const send = (reply: FastifyReply, title: string, main: Markup) =>
    reply
      .headers({
        'content-type': 'text/html; charset=utf-8',
        'content-language': currentLanguage(),
        'cache-control': 'no-cache',
        vary: 'accept-language',
      })
      .send(renderPage({ title, productTitle: settings.read('product.title'), main }))
  app.get(problemList.path, (_request, reply) => send(reply, t('problemPage.all'), listOfAll()))
  app.get<{ Params: { code: string } }>(routeOf(problemPage), ({ params }, reply) => {
    const code = problemCodes.find((one) => one === params.code)
    if (code === undefined) return send(reply.code(404), t('problemPage.unknown'), listOfAll(t('problemPage.unknown')))
    return send(reply, declared(problems[code].title), pageOf(code))
  })
}

function pageOf(code: ProblemCode): Markup {
  const { status, title, remedy } = problems[code]
  return html`<h1>${declared(title)}</h1>
<p>${inline(t('problemPage.answered', { status, code }))}</p>
<h2>${t('problemPage.whatToDo')}</h2>
<p>${inline(declared(remedy))}</p>
<h2>${t('problemPage.ifItPersists')}</h2>
<p>${inline(t('problemPage.quoteTheInstance'))}</p>
<p><a href="${problemList.path}">${t('problemPage.all')}</a></p>`
}

function listOfAll(heading = t('problemPage.all')): Markup {
  return html`<h1>${heading}</h1>
<ul class="problems">${problemCodes.map(
    (code) =>
      html`<li><a href="${problemType(code)}">${declared(problems[code].title)}</a> <code>${problems[code].status} ${code}</code></li>`,
  )}</ul>`
}

/** Words in backticks as code and those in asterisks as names of screens. */
function inline(text: string): Markup[] {
  return text.split(/(`[^`]+`|\*[^*]+\*)/).map((part) => {
    const word = part.slice(1, -1)
    if (part.startsWith('`')) return html`<code>${word}</code>`
    return part.startsWith('*') ? html`<em>${word}</em>` : html`${part}`
  })
}
