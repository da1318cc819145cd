import { createHash } from 'node:crypto'
import { t } from '@packhouse/messages'
import { currentLanguage } from '../language.ts'
import { html, type Markup } from './markup.ts'
import { pageStyle } from './page-style.ts'
import { visitorScript } from './visitor-script.ts'

/** What the pages are made with, by the last part of its address. */
export const pageAssets: Readonly<Record<string, { content: string; contentType: string }>> = {
  'page.css': { content: pageStyle, contentType: 'text/css; charset=utf-8' },
  'visitor.js': { content: visitorScript, contentType: 'text/javascript; charset=utf-8' },
}

/** The address of an asset, which changes with its content. */
function addressOf(name: keyof typeof pageAssets): string {
  const hash = createHash('sha256')
    .update(pageAssets[name]?.content ?? '')
    .digest('base64url')
  return `/m/assets/${name}?v=${hash.slice(0, 16)}`
}

const styleAddress = addressOf('page.css')
const scriptAddress = addressOf('visitor.js')

export interface PageParts {
  /** Of the browser's window. */
  title: string
  productTitle: string
  main: Markup
  /** The machine that somebody who is signed in is led to. */
  machine?: { machineID: string; token: string }
}

/** A whole page without a machine's data: it needs no script, and prints. */
export function renderPage({ title, productTitle, main, machine }: PageParts): string {
  const script =
    machine !== undefined &&
    html`<script src="${scriptAddress}" data-machine="${machine.machineID}" data-token="${machine.token}"></script>`
  return html`<!doctype html>
<html lang="${currentLanguage()}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="stylesheet" href="${styleAddress}">
${script}
</head>
<body>
<header><div><span class="mark" aria-hidden="true"></span><span class="product">${productTitle}</span><a class="sign-in" href="${
    machine === undefined ? '/' : `/machines/${encodeURIComponent(machine.machineID)}?label=${machine.token}&signIn`
  }">${t('publicPage.signIn')}</a></div></header>
<main>${main}${machine !== undefined && keptWords()}</main>
</body>
</html>
`.text
}

/** Where the script says what of the page opens without a connection. */
function keptWords(): Markup {
  return html`<p class="kept about" role="status" data-all="${t('publicPage.opensOffline')}" data-part="${t(
    'publicPage.opensOfflineInPart',
  )}" data-offline="${t('publicPage.shownOffline')}"></p>`
}

/** What there is at an address of nothing: the same for every one. */
export function renderNothing(productTitle: string): string {
  const title = t('publicPage.nothingHere')
  const main = html`<h1>${title}</h1><p>${t('publicPage.checkTheLabel')}</p>`
  return renderPage({ title, productTitle, main })
}

/** Too many pages were asked for. */
export function renderLater(productTitle: string, title = t('publicPage.tooManyPages')): string {
  const main = html`<h1>${title}</h1><p>${t('publicPage.tryAgainInAMinute')}</p>`
  return renderPage({ title, productTitle, main })
}
