import type { WalkStep } from '@packhouse/contract'
import { t } from '@packhouse/messages'

/** Why a version was made. */
const reasons: Record<string, string> = {
  byHand: t('estimator.madeByHand'),
  submit: t('estimator.madeAtSubmit'),
  send: t('estimator.madeAtSend'),
  win: t('estimator.madeAtWin'),
  restore: t('estimator.madeByRestore'),
  beforeRestore: t('estimator.madeBeforeRestore'),
  beforeRefresh: t('estimator.madeBeforeRefresh'),
  revise: t('estimator.madeAtRevision'),
}

/** @param reason of a version; of one that these screens do not know it is shown as it is */
export function reasonWords(reason: string): string {
  return reasons[reason] ?? reason
}

/** The steps of a price walk. */
export const stepWords: Record<WalkStep, string> = {
  added: t('estimator.stepAdded'),
  removed: t('estimator.stepRemoved'),
  quantity: t('estimator.stepQuantity'),
  price: t('estimator.stepPrice'),
  discount: t('estimator.stepDiscount'),
  rate: t('estimator.stepRate'),
  extras: t('estimator.stepExtras'),
  delivery: t('estimator.stepDelivery'),
  commissioning: t('estimator.stepCommissioning'),
  projectDiscount: t('estimator.stepProjectDiscount'),
  tax: t('estimator.stepTax'),
  cashRounding: t('estimator.stepCashRounding'),
}
