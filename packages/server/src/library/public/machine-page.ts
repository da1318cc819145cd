import { t } from '@packhouse/messages'
import { catalogues } from '@packhouse/messages/catalogues'
import { currentLanguage, installationLocale } from '../../platform/language.ts'
import { html, type Markup } from '../../platform/pages/markup.ts'
import { renderPage } from '../../platform/pages/page-frame.ts'
import { bestLanguage, nameOfLanguage } from './language-choice.ts'
import type { PublicDocument, PublicFile, PublicMachine } from './public-machine.queries.ts'

export interface MachinePageParts {
  token: string
  productTitle: string
  /** The maker where the library names no supplier of the model. */
  maker: string
  machine: PublicMachine
  documents: readonly PublicDocument[]
  /** Languages of the reader, BCP 47, the best first. */
  wanted: readonly string[]
}

/** The public page of a machine: nameplate, declaration and instructions, and the way to paper. */
export function renderMachinePage(parts: MachinePageParts): string {
  const { token, productTitle, machine } = parts
  const name = machine.modelName ?? machine.model ?? machine.machineID
  const main = html`${languageChooser(parts)}
<h1>${name}</h1>
${nameplate(parts)}
${documentsOf(parts, 'ceDeclaration', t('publicPage.declaration'))}
${documentsOf(parts, 'manual', t('publicPage.instructions'))}
<section class="paper"><h2>${t('publicPage.onPaper')}</h2>
<p>${t('publicPage.paperByTheRegulation')}</p>
<p><a class="button" href="/m/${token}/paper?lang=${parts.wanted[0] ?? currentLanguage()}">${t('publicPage.askForPaper')}</a></p></section>`
  const title = t('publicPage.titleOf', { machine: machine.machineID })
  return renderPage({ title, productTitle, main, machine: { machineID: machine.machineID, token } })
}

function languageChooser({ token, documents, wanted }: MachinePageParts): Markup {
  const tags = [
    ...new Set([...catalogues.map(({ language }) => language), ...documents.map(({ language }) => language)]),
  ]
  const names = new Map(tags.map((tag) => [nameOfLanguage(tag), tag]))
  const current = bestLanguage(tags, wanted)
  const links = [...names].map(
    ([name, tag]) =>
      html`<a href="/m/${token}?public&amp;lang=${tag}" lang="${tag}" hreflang="${tag}"${
        tag === current && html` aria-current="true"`
      }>${name}</a>`,
  )
  return html`<nav class="languages" aria-label="${t('publicPage.language')}">${links}</nav>`
}

function nameplate({ machine, maker }: MachinePageParts): Markup {
  const facts = [
    [t('publicPage.maker'), machine.supplier ?? maker],
    [t('publicPage.model'), machine.model],
    [t('publicPage.serial'), machine.serial],
    [t('publicPage.commissioned'), machine.commissionedAt && writtenDay(machine.commissionedAt)],
    [t('publicPage.machineID'), machine.machineID],
  ] as const
  return html`<dl>${facts.map(([label, value]) => value !== null && html`<dt>${label}</dt><dd>${value}</dd>`)}</dl>`
}

/** Documents of a kind: those in the reader's language, then those in others, then those that were superseded. */
function documentsOf(
  { token, documents, wanted }: MachinePageParts,
  kind: PublicDocument['kind'],
  title: string,
): Markup {
  const all = documents.filter((document) => document.kind === kind)
  const newest = all.filter(({ supersededById }) => supersededById === null)
  const older = all.filter(({ supersededById }) => supersededById !== null)
  const language = bestLanguage(
    newest.map((document) => document.language),
    wanted,
  )
  const own = newest.filter((document) => document.language === language)
  const others = newest.filter((document) => document.language !== language)
  const list = (rows: readonly PublicDocument[]) =>
    html`<ul>${rows.map((row) => documentRow(token, row, documents))}</ul>`
  return html`<section><h2>${title}</h2>
${newest.length === 0 && html`<p>${t('publicPage.noneYet')}</p>`}
${newest.length > 0 && own.length === 0 && html`<p>${t('publicPage.notInYourLanguage')}</p>`}
${own.length > 0 && list(own)}
${others.length > 0 && html`<h3>${t('publicPage.otherLanguages')}</h3>${list(others)}`}
${older.length > 0 && html`<details><summary>${t('publicPage.earlierRevisions', { count: older.length })}</summary>${list(older)}</details>`}
</section>`
}

function documentRow(token: string, document: PublicDocument, all: readonly PublicDocument[]): Markup {
  const newest = newestOf(document, all)
  const superseded =
    newest !== undefined &&
    html`<p class="about"><span class="old">${t('publicPage.superseded')}</span> <a href="${fileAddress(token, newest, newest.files[0])}">${t(
      'publicPage.openRevision',
      { revision: newest.revision },
    )}</a></p>`
  return html`<li class="document" lang="${document.language}">${document.files.map((file) => fileLinks(token, document, file))}${superseded}</li>`
}

function fileLinks(token: string, document: PublicDocument, file: PublicFile): Markup {
  const address = fileAddress(token, document, file)
  const name = document.files.length > 1 ? `${document.title}: ${file.name}` : document.title
  const about = [
    nameOfLanguage(document.language),
    t('publicPage.revision', { revision: document.revision }),
    ...(document.validFrom === null ? [] : [t('publicPage.validFrom', { day: writtenDay(document.validFrom) })]),
    `${file.name.split('.').at(-1)?.toUpperCase() ?? ''} ${writtenSize(file.size)}`,
  ]
  const language = currentLanguage()
  return html`<div class="file"><a href="${address}"><span class="title">${name}</span>
<span class="about" lang="${language}">${about.join(' · ')}</span></a>
<a class="download" href="${address}?download" download lang="${language}" aria-label="${t('publicPage.downloadOf', { name })}">${t(
    'publicPage.download',
  )}</a></div>`
}

/** The end of the chain of what superseded a document; undefined where it is the newest itself. */
function newestOf(document: PublicDocument, all: readonly PublicDocument[]): PublicDocument | undefined {
  let newest: PublicDocument | undefined
  // The database refuses circles; the count ends even one.
  for (let at: PublicDocument | undefined = document, steps = 0; at && steps <= all.length; steps++) {
    const next: string | null = at.supersededById
    at = next === null ? undefined : all.find(({ id }) => id === next)
    newest = at ?? newest
  }
  return newest
}

function fileAddress(token: string, { id }: PublicDocument, file: PublicFile | undefined): string {
  return `/m/${token}/documents/${id}/${file?.id ?? ''}`
}

/** @param day ISO 8601 */
function writtenDay(day: string): string {
  const language = currentLanguage()
  const locale = language === 'en' ? 'en-GB' : language
  return new Intl.DateTimeFormat([locale, installationLocale()], { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  )
}

/** @param bytes size of a file */
function writtenSize(bytes: number): string {
  const [value, unit] =
    bytes < 1_000_000 ? [Math.max(1, Math.round(bytes / 1_000)), 'kilobyte'] : [bytes / 1_000_000, 'megabyte']
  const format = { style: 'unit', unit, maximumFractionDigits: 1 } as const
  return new Intl.NumberFormat(currentLanguage(), format).format(value)
}
