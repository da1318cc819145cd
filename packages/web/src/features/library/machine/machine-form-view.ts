import { t } from '@packhouse/messages'
import type { ResourceView } from '../../../resource/view.ts'

/** The form of a library machine. What is particular to its type is filled in on its page. */
export const machineFormView: ResourceView = {
  sections: [
    { title: t('library.model'), fields: ['model', 'name', 'typeId', 'supplierId', 'lifecycle'] },
    { title: t('library.output'), fields: ['designSpeed', 'designSpeedUnit'] },
    {
      title: t('library.supplyAndHygiene'),
      fields: ['voltage', 'phases', 'powerKw', 'airBar', 'airLitresPerMinute', 'ipRating'],
    },
    { title: t('library.sizeAndWeight'), fields: ['widthMm', 'depthMm', 'heightMm', 'weightKg'] },
    { title: t('library.priceAndLead'), fields: ['basePrice', 'baseCost', 'currency', 'leadWeeks', 'notes'] },
  ],
  unitFrom: { basePrice: 'currency', baseCost: 'currency', designSpeed: 'designSpeedUnit' },
}
