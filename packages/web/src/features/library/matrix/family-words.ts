import { t } from '@packhouse/messages'
import type { PackagingFamily } from './matrix-data.ts'

/** The styles of each family. */
export const familyWords: Readonly<Record<PackagingFamily, string>> = {
  bag: t('matrix.familyBags'),
  pouch: t('matrix.familyPouches'),
  tray: t('matrix.familyTrays'),
  carton: t('matrix.familyCartons'),
  case: t('matrix.familyCases'),
}
