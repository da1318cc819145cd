import { t } from '@packhouse/messages'
import { currentLanguage } from '../../platform/language.ts'
import { html, type Markup } from '../../platform/pages/markup.ts'
import { addressOfAsset } from './guide-assets.ts'
import { GUIDE_PATH, type GuideBook, type GuidePage } from './guide-book.ts'
import { type Finding, type Highlighted, MOST_QUERY_SIGNS } from './guide-search.ts'

/** The language that the guides are written in. */
const LANGUAGE = 'en'
const SEARCH_PATH = `${GUIDE_PATH}/search`

export interface GuideFrame {
  book: GuideBook
  productTitle: string
}

/** One guide. */
export function renderGuidePage(frame: GuideFrame, page: GuidePage): string {
  const { pages } = frame.book
  const place = pages.indexOf(page)
  const [before, after] = [pages[place - 1], pages[place + 1]]
  const main = html`<article lang="${LANGUAGE}">
<p class="part">${page.part}</p>
<h1>${page.title}</h1>
${page.lead}
${page.headings.length > 2 && headingsOf(page)}
${page.body}
</article>
<nav class="around" aria-label="${t('guide.beforeAndAfter')}">
${before !== undefined && html`<a rel="prev" href="${addressOf(before)}"><span>${t('guide.previous')}</span><b lang="${LANGUAGE}">${before.title}</b></a>`}
${after !== undefined && html`<a rel="next" class="next" href="${addressOf(after)}"><span>${t('guide.next')}</span><b lang="${LANGUAGE}">${after.title}</b></a>`}
</nav>`
  return renderFrame(frame, { title: page.title, main, current: page })
}

/** All guides, by who they are for. */
export function renderGuideHome(frame: GuideFrame): string {
  const main = html`<h1>${t('guide.guides')}</h1>
<p>${t('guide.whatTheyAre')}</p>
${everyPart(frame.book)}`
  return renderFrame(frame, { title: t('guide.guides'), main })
}

export interface GuideAnswer {
  query: string
  findings: readonly Finding[]
  count: number
}

/** What a search has found, or what to do where it has found nothing. */
export function renderGuideSearch(frame: GuideFrame, { query, findings, count }: GuideAnswer): string {
  const words = query === '' ? t('guide.typeWords') : t('guide.found', { count, query })
  const main = html`<h1>${t('guide.search')}</h1>
<p>${words}</p>
${count > findings.length && html`<p>${t('guide.onlyTheFirst', { count: findings.length })}</p>`}
${findings.length > 0 && html`<ol class="list" lang="${LANGUAGE}">${findings.map(oneFinding)}</ol>`}
${findings.length === 0 && query !== '' && html`<p>${t('guide.nothingFound')}</p>`}
${findings.length === 0 && everyPart(frame.book)}`
  return renderFrame(frame, { title: t('guide.search'), main, query })
}

/** The answer to an address of no guide. */
export function renderNoGuide(frame: GuideFrame): string {
  const main = html`<h1>${t('guide.noSuchGuide')}</h1>
<p>${t('guide.lookBelow')}</p>
${everyPart(frame.book)}`
  return renderFrame(frame, { title: t('guide.noSuchGuide'), main })
}

function oneFinding({ page, anchor, heading, excerpt }: Finding): Markup {
  const address = anchor === '' ? addressOf(page) : `${addressOf(page)}#${anchor}`
  return html`<li><a href="${address}"><span>${marked(heading)}</span></a><p>${marked(excerpt)}</p></li>`
}

function marked(text: Highlighted): Markup[] {
  return text.map((piece, index) => (index % 2 === 1 ? html`<mark>${piece}</mark>` : html`${piece}`))
}

function everyPart({ parts }: GuideBook): Markup {
  return html`<div lang="${LANGUAGE}">${parts.map(
    ({ title, words, pages }) =>
      html`<section><h2>${title}</h2><p>${words}</p><ul class="list two">${pages.map(
        (page) => html`<li><a href="${addressOf(page)}">${page.title}</a><p>${page.summary}</p></li>`,
      )}</ul></section>`,
  )}</div>`
}

function headingsOf({ headings }: GuidePage): Markup {
  return html`<nav class="headings" aria-labelledby="on-this-page" lang="${currentLanguage()}"><h2 id="on-this-page">${t('guide.onThisPage')}</h2><ul lang="${LANGUAGE}">${headings
    .filter(({ depth }) => depth === 2)
    .map(({ text, anchor }) => html`<li><a href="#${anchor}">${text}</a></li>`)}</ul></nav>`
}

function contentsOf({ parts }: GuideBook, current: GuidePage): Markup {
  return html`<nav class="contents" id="contents" aria-labelledby="contents-title" tabindex="-1"><h2 id="contents-title">${t('guide.contents')}</h2><div lang="${LANGUAGE}">${parts.map(
    ({ title, pages }) =>
      html`<h3>${title}</h3><ul>${pages.map(
        (page) =>
          html`<li>${page === current ? html`<a href="${addressOf(page)}" aria-current="page">${page.title}</a>` : html`<a href="${addressOf(page)}">${page.title}</a>`}</li>`,
      )}</ul>`,
  )}</div></nav>`
}

interface FrameParts {
  title: string
  main: Markup
  /** The guide that is shown; without one there is no list of contents beside it, because the page is that list. */
  current?: GuidePage
  query?: string
}

function renderFrame({ book, productTitle }: GuideFrame, { title, main, current, query = '' }: FrameParts): string {
  const language = currentLanguage()
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · ${productTitle}</title>
<link rel="stylesheet" href="${addressOfAsset('guide.css')}">
<script src="${addressOfAsset('guide.js')}"></script>
</head>
<body data-copy="${t('guide.copy')}" data-copied="${t('guide.copied')}">
<a class="skip" href="#main">${t('guide.skipToContent')}</a>
<header class="bar"><div>${documentationBar(productTitle, 'guides')}</div></header>
<div class="page ${current === undefined && 'home'}">
<main id="main" tabindex="-1">
<form role="search" action="${SEARCH_PATH}"><label><span class="unseen">${t('guide.searchAll')}</span><input type="search" name="q" value="${query}" maxlength="${MOST_QUERY_SIGNS}" placeholder="${t('guide.searchAll')}" autocomplete="off"></label><button>${t('guide.search')}</button></form>
${language !== LANGUAGE && html`<p class="notice">${t('guide.onlyInEnglish')}</p>`}
${main}
</main>
${current !== undefined && contentsOf(book, current)}
</div>
</body>
</html>
`.text
}

/** What leads from the guides to the reference of the API and back. */
export function documentationBar(productTitle: string, here: 'guides' | 'reference'): Markup {
  const entry = (address: string, words: string, isHere: boolean) =>
    isHere ? html`<a href="${address}" aria-current="true">${words}</a>` : html`<a href="${address}">${words}</a>`
  return html`<a class="product" href="/"><span class="mark" aria-hidden="true"></span>${productTitle}</a>
${entry(GUIDE_PATH, t('guide.guides'), here === 'guides')}
${entry('/docs/', t('guide.apiReference'), here === 'reference')}
${here === 'guides' && html`<a class="to-contents" href="#contents">${t('guide.contents')}</a>`}`
}

function addressOf({ path }: GuidePage): string {
  return `${GUIDE_PATH}/${path}`
}
