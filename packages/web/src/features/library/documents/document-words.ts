import type { documentKinds, documentVisibilities } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { locale } from '../../../lib/language/page-language.ts'
import type { Tone } from '../../../ui/badge.tsx'

export type DocumentKind = (typeof documentKinds)[number]
export type DocumentVisibility = (typeof documentVisibilities)[number]

/** What many documents of a kind are called, in the order in which kinds are shown. */
export const kindWords: Readonly<Record<DocumentKind, string>> = {
  ceDeclaration: t('library.kindCeDeclaration'),
  manual: t('library.kindManual'),
  electrical: t('library.kindElectrical'),
  pneumatic: t('library.kindPneumatic'),
  spares: t('library.kindSpares'),
  fat: t('library.kindFat'),
  sat: t('library.kindSat'),
  certificate: t('library.kindCertificate'),
}

export const visibilityWords: Readonly<Record<DocumentVisibility, { tone: Tone | 'plain'; words: string }>> = {
  internal: { tone: 'plain', words: t('library.visibilityInternal') },
  customer: { tone: 'info', words: t('library.visibilityCustomer') },
  public: { tone: 'ok', words: t('library.visibilityPublic') },
}

/** The name of a language in that of the page. @param tag BCP 47; null where no language is stated */
export function languageWords(tag: string | null): string | undefined {
  return tag === null ? undefined : (new Intl.DisplayNames([locale], { type: 'language' }).of(tag) ?? tag)
}
