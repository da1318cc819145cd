import { readdirSync, readFileSync } from 'node:fs'
import { type DocumentTypeName, documentTypeNames } from '@packhouse/contract'

/** The languages that templates are brought in: their words are those of the catalogue. */
const LOCALES = ['en', 'de']

export interface StandardTemplate {
  type: DocumentTypeName
  locale: string
  source: string
}

/** The sources of a template for each type and language, and their partials by name. */
export function standardTemplates(): { templates: StandardTemplate[]; partials: Record<string, string> } {
  const templates = documentTypeNames.flatMap((type) => {
    const source = read(`${fileNameOf(type)}.typ`)
    return LOCALES.map((locale) => ({ type, locale, source }))
  })
  const ofTypes = new Set(documentTypeNames.map((type) => `${fileNameOf(type)}.typ`))
  const partials = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.typ') && !ofTypes.has(name))
  return { templates, partials: Object.fromEntries(partials.map((name) => [name, read(name)])) }
}

/** `machineReport` is in `machine-report.typ`. */
function fileNameOf(type: DocumentTypeName): string {
  return type.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}

function read(name: string): string {
  return readFileSync(new URL(name, import.meta.url), 'utf8').trim()
}
