import { t } from '@packhouse/messages'
import { dataSheetWords } from '../data-sheet/sheet-data.ts'

/** The words of quotes and order confirmations. */
export function quoteWords(): Record<string, string> {
  return {
    quote: t('quotePdf.quote'),
    order: t('quotePdf.order'),
    number: t('quotePdf.number'),
    version: t('quotePdf.version'),
    date: t('quotePdf.date'),
    validUntil: t('quotePdf.validUntil'),
    contact: t('quotePdf.contact'),
    scope: t('quotePdf.scope'),
    position: t('quotePdf.position'),
    description: t('quotePdf.description'),
    quantity: t('quotePdf.quantity'),
    unitPrice: t('quotePdf.unitPrice'),
    discount: t('quotePdf.discount'),
    subtotal: t('quotePdf.subtotal'),
    net: t('quotePdf.net'),
    taxBase: t('quotePdf.taxBase'),
    payment: t('quotePdf.payment'),
    delivery: t('quotePdf.delivery'),
    ships: t('quotePdf.ships'),
    arrives: t('quotePdf.arrives'),
    tests: t('quotePdf.tests'),
    when: t('quotePdf.when'),
    criteria: t('quotePdf.criteria'),
    terms: t('quotePdf.terms'),
    signature: t('quotePdf.signature'),
    signedBy: t('quotePdf.signedBy'),
    orderNumber: t('quotePdf.orderNumber'),
    placeDateName: t('quotePdf.placeDateName'),
    hash: t('quotePdf.hash'),
    pictures: t('quotePdf.pictures'),
    acceptOnline: t('quotePdf.acceptOnline'),
    // Of the appendix, by the names that its own document has for them.
    ...dataSheetWords(),
  }
}
