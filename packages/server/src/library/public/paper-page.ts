import { t } from '@packhouse/messages'
import { currentLanguage } from '../../platform/language.ts'
import { html, type Markup } from '../../platform/pages/markup.ts'
import { renderPage } from '../../platform/pages/page-frame.ts'
import { nameOfLanguage } from './language-choice.ts'
import type { PaperFaults, PaperForm } from './paper-form.ts'
import type { PublicDocument, PublicMachine } from './public-machine.queries.ts'

export interface PaperPageParts {
  token: string
  productTitle: string
  machine: PublicMachine
  documents: readonly PublicDocument[]
  /** How long the person is stored after the answer, days. */
  days: number
  /** What was filled in, and what is wrong with it. */
  form: PaperForm
  faults: PaperFaults
  /** Why it was refused though all was filled in. */
  refusal?: string
}

/** The form with which somebody asks for instructions on paper. What was filled in stays when it is refused. */
export function renderPaperPage(parts: PaperPageParts): string {
  const { token, productTitle, machine, days, form, faults, refusal } = parts
  const back = `/m/${token}?public&lang=${currentLanguage()}`
  const hasFaults = Object.keys(faults).length > 0
  const title = t('publicPage.paperTitleOf', { machine: machine.machineID })
  const main = html`<p><a href="${back}">${t('publicPage.backToMachine')}</a></p>
<h1>${title}</h1>
<p>${t('publicPage.paperByTheRegulation')}</p>
${hasFaults && html`<div class="notice bad" role="alert"><h2>${t('publicPage.correctTheMarked')}</h2></div>`}
${refusal !== undefined && html`<div class="notice bad" role="alert"><h2>${refusal}</h2></div>`}
<form method="post" action="/m/${token}/paper?lang=${currentLanguage()}">
${choice(parts)}
${field('name', t('publicPage.name'), faults.name, html`<input id="name" name="name" maxlength="200" autocomplete="name" value="${form.name}" ${marks('name', faults.name)}>`)}
${field(
  'postalAddress',
  t('publicPage.postalAddress'),
  faults.postalAddress,
  html`<textarea id="postalAddress" name="postalAddress" maxlength="500" autocomplete="street-address" ${marks('postalAddress', faults.postalAddress)}>
${form.postalAddress}</textarea>`,
)}
${field('email', t('publicPage.email'), faults.email, html`<input id="email" name="email" type="text" inputmode="email" autocapitalize="none" spellcheck="false" maxlength="320" autocomplete="email" value="${form.email}" ${marks('email', faults.email)}>`)}
<p class="about">${t('publicPage.whatIsStored', { days })}</p>
<div><button>${t('publicPage.sendRequest')}</button></div>
</form>`
  return renderPage({ title, productTitle, main })
}

/** What is shown after a request was stored. */
export function renderPaperSent({ token, productTitle }: Pick<PaperPageParts, 'token' | 'productTitle'>): string {
  const title = t('publicPage.requestStored')
  const main = html`<div class="notice" role="status"><h1>${title}</h1></div>
<p>${t('publicPage.requestIsAnswered')}</p>
<p><a href="/m/${token}?public&amp;lang=${currentLanguage()}">${t('publicPage.backToMachine')}</a></p>`
  return renderPage({ title, productTitle, main })
}

function choice({ documents, form, faults }: PaperPageParts): Markup {
  const newest = documents.filter(({ supersededById }) => supersededById === null)
  const options = newest.map(({ id, title, language, revision }) => {
    const words = t('publicPage.documentOption', { title, language: nameOfLanguage(language), revision })
    return html`<option value="${id}"${form.documentId === id && html` selected`}>${words}</option>`
  })
  const control = html`<select id="documentId" name="documentId" ${marks('documentId', faults.documentId)}><option value="">${t(
    'publicPage.allInstructions',
  )}</option>${options}</select>`
  return field('documentId', t('publicPage.whichDocument'), faults.documentId, control)
}

function field(name: string, label: string, fault: string | undefined, control: Markup): Markup {
  return html`<div><label for="${name}">${label}</label>${control}${
    fault !== undefined && html`<p class="fault" id="${name}-fault">${fault}</p>`
  }</div>`
}

function marks(name: string, fault: string | undefined): Markup {
  return fault === undefined ? html`` : html`aria-invalid="true" aria-describedby="${name}-fault"`
}
