import type { ProjectState } from '@packhouse/contract'

/** A quote of the sample: what distinguishes it; its lines follow from its machines, and its course from its state. */
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
  /** The town of the site; the first of the customer where none is named. */
  site?: string
  /** The installed machines that were delivered for it, in the order of its lines. */
  became?: readonly string[]
  /** Codes of the options that the customer has chosen for the first machine, each of a single choice. */
  options?: readonly string[]
  /** The customer has taken the overhauled machine. */
  takesAlternative?: true
  /** Why the customer has declined, or why it was given up without an answer. */
  lostFor?: { declined: string } | { givenUp: string }
  /** The title of the quote whose next revision it is. */
  revises?: string
  /** Why it was rejected when it was submitted first. */
  rejectedFor?: string
  /** It was sent to somebody else before, and that link withdrawn. */
  sentWrongly?: true
  /** What the customer has asked, and what was answered where it was. */
  asked?: readonly [question: string, answer?: string]
  isOfColleague?: true
  /** In percent, where it matters for the course. */
  discount?: number
}

type More = Omit<SampleQuote, 'status' | 'daysAgo' | 'validFor' | 'customer' | 'title' | 'machines' | 'currency'> &
  Partial<Pick<SampleQuote, 'currency'>>
type Row = [
  SampleQuote['status'],
  daysAgo: number,
  validFor: number,
  SampleQuote['customer'],
  title: string,
  machines: string[],
  more?: More,
]

const PALLETISER = 'Second palletising cell'
const PICK_AND_PLACE = 'Case packer with vision, Valencia'

const rows: readonly Row[] = [
  [
    'won',
    702,
    -600,
    'NORDFJELL',
    'Vertical bagger for fish fillets',
    ['VFFS-2210'],
    {
      became: ['VFFS-2214'],
      options: ['GAS', 'REELS', 'METAL'],
      asked: ['Does the bagger run mono-material film?', 'Yes, from 40 µm on, with the jaws that are quoted.'],
    },
  ],
  [
    'lost',
    675,
    -580,
    'BALTIC',
    'Case packer for rye bread',
    ['CSP-0440'],
    { lostFor: { declined: 'We keep packing by hand for another year.' } },
  ],
  ['won', 640, -540, 'MERIDIAN', 'Tray sealer for ready meals', ['TRS-0340'], { site: 'Lyon', became: ['TRS-0344'] }],
  ['expired', 611, -520, 'BALTIC', 'Palletiser, hall 2', ['PAL-0210'], { isOfColleague: true }],
  ['won', 580, -490, 'NORDFJELL', 'Spare jaw sets for four baggers', []],
  [
    'lost',
    548,
    -455,
    'MERIDIAN',
    'Flow wrapper for cereal bars',
    ['FLW-0870'],
    { lostFor: { givenUp: 'The order went to another maker with a shorter lead time.' } },
  ],
  [
    'won',
    521,
    -430,
    'BALTIC',
    'Tray sealer and case packer, cell A',
    ['TRS-0300', 'CSP-0500'],
    { site: 'Łódź', became: ['TRS-0310', 'CSP-0511'], rejectedFor: 'The discount is too high for two machines.' },
  ],
  ['won', 497, -400, 'NORDFJELL', 'Wear parts and service for a year', [], { currency: 'NOK' }],
  ['expired', 470, -380, 'NORDFJELL', 'Tray sealer skin upgrade', ['TRS-0300']],
  [
    'won',
    433,
    -340,
    'MERIDIAN',
    'Labeller for glass jars',
    ['LBL-0700'],
    { site: 'Lyon', became: ['LBL-0720'], takesAlternative: true },
  ],
  [
    'lost',
    402,
    -310,
    'NORDFJELL',
    PALLETISER,
    ['PAL-0220'],
    { site: 'Ålesund', lostFor: { declined: 'Over our budget for this year.' } },
  ],
  [
    'won',
    366,
    -270,
    'BALTIC',
    'Bread lines 1 and 2 with biscuit cartoner',
    ['FLW-1200', 'FLW-1200', 'CRT-1300'],
    { became: ['FLW-1204', 'FLW-1205', 'CRT-1301'], isOfColleague: true },
  ],
  [
    'lost',
    340,
    -250,
    'MERIDIAN',
    'Leeds: end of line for sauces',
    ['CSP-0450', 'PAL-0330'],
    { currency: 'GBP', lostFor: { declined: 'The hall is let to somebody else.' } },
  ],
  [
    'won',
    318,
    -220,
    'MERIDIAN',
    'Two baggers for frozen vegetables',
    ['VFFS-2300', 'VFFS-2300'],
    { became: ['VFFS-2301', 'VFFS-2302'] },
  ],
  [
    'won',
    300,
    -210,
    'NORDFJELL',
    PALLETISER,
    ['PAL-0220'],
    { site: 'Ålesund', revises: PALLETISER, became: ['PAL-0225'] },
  ],
  [
    'lost',
    284,
    -190,
    'BALTIC',
    'Pouch line for toast',
    ['HFS-0610'],
    { lostFor: { givenUp: 'The product was given up.' } },
  ],
  ['expired', 270, -215, 'MERIDIAN', PICK_AND_PLACE, ['CSP-0550'], { site: 'Valencia' }],
  [
    'won',
    220,
    -120,
    'NORDFJELL',
    'Cartoner and case packer, hall C',
    ['CRT-1160', 'CSP-0450'],
    {
      site: 'Aarhus',
      became: ['CRT-1162', 'CSP-0457'],
      asked: ['Can both machines be delivered in one week?', 'Yes. The plan has been changed so that they are.'],
    },
  ],
  [
    'won',
    205,
    -110,
    'MERIDIAN',
    PICK_AND_PLACE,
    ['CSP-0550'],
    { site: 'Valencia', revises: PICK_AND_PLACE, became: ['CSP-0560'] },
  ],
  [
    'lost',
    187,
    -90,
    'MERIDIAN',
    'Top-load cartoner for spinach',
    ['CRT-1300'],
    { lostFor: { declined: 'Too wide for the place that we have.' }, isOfColleague: true },
  ],
  ['won', 150, -45, 'BALTIC', 'Belt conveyors between lines 3 and 4', []],
  [
    'sent',
    96,
    5,
    'NORDFJELL',
    'Cartoner for frozen fillets',
    ['CRT-1160'],
    { sentWrongly: true, asked: ['Which hot melt does the cartoner need?', 'Any with a melting point up to 180 °C.'] },
  ],
  [
    'sent',
    82,
    30,
    'BALTIC',
    'Thermoform to case, cheese buns',
    ['HFS-0640', 'CSP-0550'],
    { asked: ['Is a changeover below ten minutes possible?'], rejectedFor: 'Calculate the tooling again, please.' },
  ],
  ['sent', 74, 21, 'MERIDIAN', 'VFFS twin with weighers', ['VFFS-2300', 'WGH-1410'], { isOfColleague: true }],
  ['sent', 68, 14, 'MERIDIAN', 'Leeds: labeller and checkweigher', ['LBL-0700'], { currency: 'GBP' }],
  ['approved', 61, 40, 'NORDFJELL', 'Tray sealer for portions', ['TRS-0340']],
  ['approved', 55, 33, 'BALTIC', 'Palletiser cell, 12 layers a minute', ['PAL-0300']],
  [
    'approved',
    48,
    45,
    'NORDFJELL',
    'Salmon portions, Ålesund',
    ['TRS-0300', 'LBL-0800'],
    { currency: 'NOK', site: 'Ålesund' },
  ],
  ['review', 41, 60, 'BALTIC', 'Flow wrapper with twin infeed', ['FLW-0930'], { isOfColleague: true, discount: 6 }],
  [
    'review',
    33,
    55,
    'MERIDIAN',
    'Crisp line, second phase',
    ['VFFS-2210', 'WGH-1610', 'CSP-0500'],
    { isOfColleague: true, rejectedFor: 'The weigher is too small for the bags.' },
  ],
  ['review', 29, 60, 'MERIDIAN', 'Leeds: tray line', ['TRS-0340'], { currency: 'GBP' }],
  ['draft', 26, 75, 'NORDFJELL', 'Fish cake line, hall 2', ['FLW-0900', 'CRT-1100', 'PAL-0220']],
  ['draft', 19, 80, 'MERIDIAN', 'Second salad bagger', ['VFFS-2300']],
  ['draft', 12, 85, 'BALTIC', 'Pouch line, 12 kg bags', ['VFFS-1980', 'PAL-0210']],
  ['draft', 9, 90, 'NORDFJELL', 'Net bags for mussels', ['VFFS-2500'], { currency: 'NOK' }],
  ['draft', 5, 90, 'NORDFJELL', 'Labeller with inspection', ['LBL-0800']],
]

/** Oldest first. */
export const sampleQuotes: readonly SampleQuote[] = rows.map(
  ([status, daysAgo, validFor, customer, title, machines, more]) => {
    return { currency: 'EUR', status, daysAgo, validFor, customer, title, machines, ...more }
  },
)
