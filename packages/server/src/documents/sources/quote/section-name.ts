import { COMMISSIONING, DELIVERY, EXTRAS } from '@packhouse/contract'
import { t } from '@packhouse/messages'

/** Sections of items have the names that the project gives them; the others have those of the product. */
export function sectionName(section: string): string {
  if (section === EXTRAS) return t('quote.extras')
  if (section === DELIVERY) return t('quote.delivery')
  return section === COMMISSIONING ? t('quote.commissioning') : section
}
