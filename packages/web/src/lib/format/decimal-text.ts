import { t } from '@packhouse/messages'
import { numberFormat } from './numbers.ts'

export type DecimalSign = '.' | ','

/** A number that was typed: as the contract writes it, or why it is none. `unclear`: its sign may part thousands or decimals. */
export type ReadDecimal = { value: string } | { fault: 'unclear' | 'invalid' }

const SPACES = /[\s  ']/g
const UNCLEAR = /^[1-9]\d{0,2}([.,])\d{3}$/

/** The decimal sign of the language of the page. */
export function pageDecimalSign(): DecimalSign {
  const parts = numberFormat({ minimumFractionDigits: 1 }).formatToParts(1.5)
  return parts.find(({ type }) => type === 'decimal')?.value === ',' ? ',' : '.'
}

/**
 * Reads a decimal number by the decimal sign of its writer.
 * @param isSure whether the sign is known for certain; otherwise one sign before three digits is unclear, such as 1.234
 */
export function readDecimal(text: string, sign: DecimalSign, isSure: boolean): ReadDecimal {
  const bare = text.trim().replace(SPACES, '')
  const unclear = UNCLEAR.exec(bare)
  if (unclear && !(isSure || unclear[1] === sign)) return { fault: 'unclear' }
  const group = sign === '.' ? ',' : '.'
  const [whole = '', decimals, more] = bare.split(sign)
  if (more !== undefined || !/^-?[\d.,]+$/.test(bare) || decimals?.includes(group)) return { fault: 'invalid' }
  const isGrouped = new RegExp(`^-?\\d{1,3}(\\${group}\\d{3})+$`).test(whole)
  if (!isGrouped && !/^-?\d*$/.test(whole)) return { fault: 'invalid' }
  const digits = whole.replaceAll(group, '')
  if (digits === '' && (decimals ?? '') === '') return { fault: 'invalid' }
  if (decimals !== undefined && !/^\d*$/.test(decimals)) return { fault: 'invalid' }
  return { value: plain(digits, decimals ?? '') }
}

/** What to say of a text that is no number, or not surely one. */
export function faultWords(fault: 'unclear' | 'invalid', text: string): string {
  if (fault === 'invalid') return t('estimator.isNoNumber')
  const digits = text.trim().replace(/[.,]/, '')
  const decimal = text.trim().replace(/[.,]/, pageDecimalSign())
  return t('estimator.numberIsUnclear', { whole: digits, decimal: `${decimal}0` })
}

function plain(whole: string, decimals: string): string {
  const sign = whole.startsWith('-') ? '-' : ''
  const digits = whole.replace('-', '').replace(/^0+(?=\d)/, '') || '0'
  const rest = decimals.replace(/0+$/, '')
  return `${sign}${digits}${rest === '' ? '' : `.${rest}`}`
}

/** What the numbers of a table say of the sign of their writer; undefined where they say nothing, or several things. */
export function signOf(texts: readonly string[]): DecimalSign | undefined {
  const signs = new Set(texts.flatMap((text) => evidence(text.trim().replace(SPACES, ''))))
  const [only] = signs
  return signs.size === 1 ? only : undefined
}

function evidence(text: string): DecimalSign[] {
  if (!/^-?[\d.,]+$/.test(text) || UNCLEAR.test(text)) return []
  const last = /([.,])\d*$/.exec(text)?.[1]
  if (last !== '.' && last !== ',') return []
  const group = last === '.' ? ',' : '.'
  const count = text.split(last).length - 1
  // A sign that is there twice parts thousands.
  if (count > 1) return [group]
  return [last]
}

/** Whether the sign of a number may part thousands or decimals. */
export function isUnclear(text: string): boolean {
  return UNCLEAR.test(text.trim().replace(SPACES, ''))
}

/** Whether a number that somebody types on this page may be a thousand times the other: 1,234 where the decimal sign is a point. */
export function isUnclearHere(text: string): boolean {
  return isUnclear(text.trim().replace(/^[-+−]/, '')) && !text.includes(pageDecimalSign())
}

/** A decimal as it is edited: with the decimal sign of the page and without groups. */
export function editable(decimal: string): string {
  return decimal.replace('.', pageDecimalSign())
}

/** A decimal as it is read, exact whatever its size. @param least decimals that are always shown */
export function readableDecimal(decimal: string, least = 0): string {
  const [whole = '0', decimals = ''] = decimal.replace('-', '').split('.')
  const shown = numberFormat({ maximumFractionDigits: 0 }).format(BigInt(whole))
  const rest = decimals.replace(/0+$/, '').padEnd(least, '0')
  const sign = decimal.startsWith('-') ? '−' : ''
  return `${sign}${shown}${rest === '' ? '' : `${pageDecimalSign()}${rest}`}`
}
