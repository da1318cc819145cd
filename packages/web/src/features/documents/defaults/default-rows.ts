import type { TemplateDefault } from '@packhouse/contract'
import type { Template } from '../template.ts'

/** What documents of a type, language and business unit are made with. */
export type DefaultCell =
  | { kind: 'own'; name: string; version: number; templateId: string }
  /** The one of all business units. */
  | { kind: 'asAll' }
  /** The one of another language; null without any. */
  | { kind: 'asLanguage'; locale: string | null }

export interface DefaultRow {
  type: Template['type']
  /** BCP 47. */
  locale: string
  /** Whether any business unit has a template of the language. */
  hasAny: boolean
  cells: readonly DefaultCell[]
}

type Key = Pick<Template, 'type' | 'locale' | 'businessUnitId'>

/**
 * The matrix of defaults: a row for each type and language that there is a template or a default of, a cell for each business
 * unit. It follows the rule of the server: the language, then the language without its region, then English.
 * @param units ids; null stands for all, and comes first
 */
export function defaultRows(
  types: readonly Template['type'][],
  units: readonly (string | null)[],
  templates: readonly Key[],
  defaults: readonly TemplateDefault[],
): readonly DefaultRow[] {
  return types.flatMap((type) => {
    const ofType = defaults.filter((one) => one.type === type)
    const locales = new Set([
      'en',
      ...[...templates, ...defaults].filter((one) => one.type === type).map(({ locale }) => locale),
    ])
    return [...locales].map((locale) => ({
      type,
      locale,
      hasAny: ofType.some((one) => one.locale === locale),
      cells: units.map((unit) => cellOf(ofType, locale, unit)),
    }))
  })
}

function cellOf(defaults: readonly TemplateDefault[], locale: string, unit: string | null): DefaultCell {
  const at = (tag: string, id: string | null) => defaults.find((one) => one.locale === tag && one.businessUnitId === id)
  const own = at(locale, unit)
  if (own) return { kind: 'own', name: own.name, version: own.version, templateId: own.templateId }
  if (unit !== null) return { kind: 'asAll' }
  const others = [locale.split('-')[0] ?? '', 'en'].filter((tag) => tag !== locale)
  return { kind: 'asLanguage', locale: others.find((tag) => at(tag, null)) ?? null }
}

/** The published templates that can be the default of a cell, the one that is it included. */
export function candidates<T extends Key & Pick<Template, 'publishedVersion'>>(
  templates: readonly T[],
  { type, locale }: Pick<DefaultRow, 'type' | 'locale'>,
  unit: string | null,
): readonly T[] {
  return templates.filter(
    (template) =>
      template.type === type &&
      template.locale === locale &&
      template.businessUnitId === unit &&
      template.publishedVersion !== null,
  )
}
