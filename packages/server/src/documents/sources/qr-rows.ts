import { encode } from 'uqr'

/** A QR code as rows of ones and zeros. It is read with 15 % of it damaged. */
export function qrRows(text: string): string[] {
  const rows = encode(text, { ecc: 'M', border: 0 }).data
  return rows.map((row) => row.map((isDark) => (isDark ? '1' : '0')).join(''))
}
