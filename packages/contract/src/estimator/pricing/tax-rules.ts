import type { taxCategories } from '../projects/project-states.ts'

export type TaxCategory = (typeof taxCategories)[number]

/**
 * What each category of tax means for a quote, as EN 16931 says for invoices: its code (UNCL5305), and whether it charges tax at all. Of those that
 * charge none the rate is 0 (BR-Z-5, BR-E-5, BR-AE-5, BR-IC-5, BR-G-5), and so is the amount (BR-Z-9, BR-E-9, BR-AE-9, BR-IC-9, BR-G-9).
 */
export const taxRules: Readonly<Record<TaxCategory, { code: string; charges: boolean }>> = {
  standard: { code: 'S', charges: true },
  zero: { code: 'Z', charges: false },
  exempt: { code: 'E', charges: false },
  reverseCharge: { code: 'AE', charges: false },
  intraCommunity: { code: 'K', charges: false },
  export: { code: 'G', charges: false },
}

/** The rate that is charged in a category, in percent: whatever rate is given, only the standard category charges one. */
export function chargedPercent(category: TaxCategory, ratePercent: string): string {
  return taxRules[category].charges ? ratePercent : '0'
}
