import type { incoterms } from '@packhouse/contract'
import { t } from '@packhouse/messages'

/** What is left to the customer by Incoterms 2020. */
export function customerDoes(incoterm: (typeof incoterms)[number]): string {
  if (incoterm === 'EXW') return t('estimator.customerDoesEXW')
  if (incoterm === 'DAP') return t('estimator.customerDoesDAP')
  if (incoterm === 'DPU') return t('estimator.customerDoesDPU')
  if (incoterm === 'DDP') return t('estimator.customerDoesDDP')
  return incoterm.startsWith('F') ? t('estimator.customerDoesF') : t('estimator.customerDoesC')
}
