import type { ProjectState } from '@packhouse/contract'

/** A quote of the sample: what distinguishes it; its lines follow from its machines. */
export interface SampleQuote {
  title: string
  customer: 'NORDFJELL' | 'BALTIC' | 'MERIDIAN'
  currency: 'EUR' | 'NOK' | 'GBP'
  status: ProjectState
  /** How long ago it was begun. */
  daysAgo: number
  /** In how many days it ceases to be valid; negative: it has. */
  validFor: number
  /** Models of the library. */
  machines: readonly string[]
}

type Row = [
  SampleQuote['status'],
  daysAgo: number,
  validFor: number,
  SampleQuote['customer'],
  title: string,
  ...machines: string[],
]

const inEuros: readonly Row[] = [
  ['won', 702, -600, 'NORDFJELL', 'Vertical bagger for fish fillets', 'VFFS-2210', 'WGH-1410'],
  ['lost', 675, -580, 'BALTIC', 'Case packer for rye bread', 'CSP-0440'],
  ['won', 640, -540, 'MERIDIAN', 'Cartoner for ready meals', 'CRT-1100'],
  ['expired', 611, -520, 'BALTIC', 'Palletiser, hall 2', 'PAL-0210'],
  ['won', 580, -490, 'NORDFJELL', 'Spare jaw sets for four baggers'],
  ['lost', 548, -455, 'MERIDIAN', 'Flow wrapper for cereal bars', 'FLW-0870'],
  ['won', 521, -430, 'BALTIC', 'Flow wrap and case pack, bread rolls', 'FLW-0900', 'CSP-0450'],
  ['expired', 470, -380, 'NORDFJELL', 'Tray sealer skin upgrade', 'TRS-0300'],
  ['won', 433, -340, 'MERIDIAN', 'Labeller for glass jars', 'LBL-0700'],
  ['lost', 402, -310, 'NORDFJELL', 'Second palletising cell', 'PAL-0220'],
  ['won', 366, -270, 'BALTIC', 'Wafer multipack, six lanes', 'FLW-1200', 'CRT-1160', 'CSP-0500'],
  ['won', 318, -220, 'MERIDIAN', 'Multihead weighers for salad', 'WGH-1610', 'VFFS-2300'],
  ['lost', 284, -190, 'BALTIC', 'Pouch line for toast', 'HFS-0610'],
  ['expired', 251, -150, 'MERIDIAN', 'Case packer, hot melt', 'CSP-0440'],
  ['won', 220, -120, 'NORDFJELL', 'Block-bottom bagger with valve', 'VFFS-2500'],
  ['lost', 187, -90, 'MERIDIAN', 'Top-load cartoner for spinach', 'CRT-1300'],
  ['won', 150, -45, 'BALTIC', 'Belt conveyors between lines 3 and 4'],
  ['sent', 96, 5, 'NORDFJELL', 'Cartoner for frozen fillets', 'CRT-1160'],
  ['sent', 82, 30, 'BALTIC', 'Thermoform to case, cheese buns', 'HFS-0640', 'CSP-0550'],
  ['sent', 74, 21, 'MERIDIAN', 'VFFS twin with weighers', 'VFFS-2300', 'WGH-1410'],
  ['approved', 61, 40, 'NORDFJELL', 'Tray sealer for portions', 'TRS-0340'],
  ['approved', 55, 33, 'BALTIC', 'Palletiser cell, 12 layers a minute', 'PAL-0300'],
  ['review', 41, 60, 'BALTIC', 'Flow wrapper with twin infeed', 'FLW-0930'],
  ['review', 33, 55, 'MERIDIAN', 'Crisp line, second phase', 'VFFS-2210', 'WGH-1610', 'CSP-0500'],
  ['draft', 26, 75, 'NORDFJELL', 'Fish cake line, hall 2', 'FLW-0900', 'CRT-1100', 'PAL-0220'],
  ['draft', 19, 80, 'MERIDIAN', 'Second salad bagger', 'VFFS-2300'],
  ['draft', 12, 85, 'BALTIC', 'Pouch line, 12 kg bags', 'VFFS-1980', 'PAL-0210'],
  ['draft', 5, 90, 'NORDFJELL', 'Labeller with inspection', 'LBL-0800'],
]

const inOtherCurrencies: readonly [SampleQuote['currency'], ...Row][] = [
  ['NOK', 'won', 497, -400, 'NORDFJELL', 'Wear parts and service for a year'],
  ['GBP', 'lost', 340, -250, 'MERIDIAN', 'Leeds: end of line for sauces', 'CSP-0450', 'PAL-0330'],
  ['GBP', 'sent', 68, 14, 'MERIDIAN', 'Leeds: labeller and checkweigher', 'LBL-0700'],
  ['NOK', 'approved', 48, 45, 'NORDFJELL', 'Salmon portions, Ålesund', 'TRS-0300', 'LBL-0800'],
  ['GBP', 'review', 29, 60, 'MERIDIAN', 'Leeds: tray line', 'TRS-0340'],
  ['NOK', 'draft', 9, 90, 'NORDFJELL', 'Net bags for mussels', 'VFFS-2500'],
]

const quoteOf = (currency: SampleQuote['currency'], row: Row): SampleQuote => {
  const [status, daysAgo, validFor, customer, title, ...machines] = row
  return { status, daysAgo, validFor, customer, title, machines, currency }
}

/** Oldest first. */
export const sampleQuotes: readonly SampleQuote[] = [
  ...inEuros.map((row) => quoteOf('EUR', row)),
  ...inOtherCurrencies.map(([currency, ...row]) => quoteOf(currency, row)),
].toSorted((one, other) => other.daysAgo - one.daysAgo)
