import { inflateRawSync } from 'node:zlib'
import type { Answer } from '../support/http-request.ts'

/** Costs so rare that nothing else in the product has them. */
export const PLANTED = {
  item: '48213.77',
  alternative: '48217.93',
  extra: '48221.39',
  delivery: '48223.61',
  day: '48227.83',
  master: '48229.17',
  machine: '48231.59',
  option: '48239.27',
  margin: '31.4159',
} as const

/** Where a number starts and ends: digits of an id or of a longer number are no find, nor are the seconds of a time. */
const BEFORE = String.raw`(?<![0-9a-f-]|\d:)`
const AFTER = '(?![0-9])'

/** Every form in which one of these numbers could appear: with either decimal sign, with thousands set apart, and in minor units. */
export function formsOf(numbers: readonly string[]): RegExp {
  const forms = numbers.flatMap((number) => {
    const [whole = '', decimals = ''] = number.split('.')
    const groups = [',', '.', '’', "'", '\u00A0', '\u202F', ' ', '&#160;'].map((sign) => {
      return whole.replaceAll(/\B(?=(\d{3})+$)/g, sign)
    })
    const minor = whole.length + decimals.length >= 6 ? [whole + decimals] : []
    return [...minor, ...[whole, ...groups].flatMap((one) => [`${one}.${decimals}`, `${one},${decimals}`])]
  })
  const patterns = [...new Set(forms)].map((form) => form.replaceAll(/[.&#;]/g, String.raw`\$&`))
  return new RegExp(`${BEFORE}(?:${patterns.join('|')})0*${AFTER}`)
}

/** All that an answer says: head, text, and what is packed in it. */
export function wordsOf({ headers, text, bytes }: Pick<Answer, 'headers' | 'text' | 'bytes'>): string {
  const packed = bytes.subarray(0, 4).toString('latin1') === 'PK\u0003\u0004' ? unpacked(bytes) : ''
  return `${JSON.stringify(headers)}\n${text}\n${packed}`
}

/** The text of all files of an archive, such as a workbook. */
function unpacked(bytes: Buffer): string {
  const texts: string[] = []
  for (
    let at = bytes.indexOf('PK\u0001\u0002', 0, 'latin1');
    at >= 0;
    at = bytes.indexOf('PK\u0001\u0002', at + 4, 'latin1')
  ) {
    const [method, size, local] = [
      bytes.readUInt16LE(at + 10),
      bytes.readUInt32LE(at + 20),
      bytes.readUInt32LE(at + 42),
    ]
    const begin = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28)
    const data = bytes.subarray(begin, begin + size)
    texts.push((method === 0 ? data : inflateRawSync(data)).toString('utf8'))
  }
  return texts.join('\n')
}
