import { t } from '@packhouse/messages'
import { locale } from '../../lib/language/page-language.ts'
import { draftNumber, type Template } from './template.ts'

/** A language in the words of the reader, such as Norwegian for `nb`. */
export function languageWord(tag: string): string {
  try {
    return new Intl.DisplayNames([locale], { type: 'language' }).of(tag) ?? tag
  } catch {
    return tag
  }
}

/** When a template is used, in a line. @param unit the name of its business unit; undefined for all of them */
export function wordsOfUse(template: Template, unit: string | undefined): string {
  if (template.publishedVersion === null) return t('documents.draftNeverPublished')
  if (!template.isDefault) return t('documents.chosenByHand')
  return unit === undefined ? t('documents.default') : t('documents.defaultFor', { unit })
}

/** The same with how much it is used. */
export function wordsOfUseAndCount(template: Template, unit: string | undefined): string {
  const use = wordsOfUse(template, unit)
  const count = template.documentsThisYear
  return count === 0 ? use : t('documents.useAndCount', { use, count })
}

/** The same as a sentence. */
export function defaultSentence(template: Template, type: string, unit: string | undefined): string {
  if (!template.isDefault) return wordsOfUse(template, unit)
  const values = { type, language: languageWord(template.locale) }
  return unit === undefined ? t('documents.defaultForAll', values) : t('documents.defaultForUnit', { ...values, unit })
}

export function draftWords(template: Template): string {
  return t('documents.draftNumber', { number: draftNumber(template) })
}
