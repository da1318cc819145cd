/**
 * The sample company: a maker of packaging machinery, three of its customers and the machines installed there. The
 * server seeds it, the simulator brings it to life and the demo mode of the web shows it.
 */
export interface SampleCustomer {
  code: string
  name: string
}

export interface SampleMachine {
  machineID: string
  customer: string
  description: string
  location: string
  /** Cycles per minute at full speed, 15 to 35. */
  designSpeed: number
  /**
   * `steady` works; `flaky` loses its connection now and then; `silent` has never published. FLW-0904 alone is silent: screens have to
   * show a machine without live data, and people let it send themselves. Its comments say why: its network socket is on order.
   */
  behaviour: 'steady' | 'flaky' | 'silent'
  lastService: string | null
  nextDue: string | null
}

export const sampleCustomers: readonly SampleCustomer[] = [
  { code: 'NORDFJELL', name: 'Nordfjell Seafood AS' },
  { code: 'BALTIC', name: 'Baltic Bakeries sp. z o.o.' },
  { code: 'MERIDIAN', name: 'Meridian Foods Ltd' },
]

/** The user name of the sample device, which may publish for every machine of the sample company. */
export const sampleDeviceName = 'sample-device'

/** An account without a role may do nothing. */
export const sampleAccounts = [
  {
    email: 'customer@packhouse.example',
    firstName: 'Jonas',
    lastName: 'Eide',
    role: 'customer',
    customer: 'NORDFJELL',
  },
  { email: 'other@packhouse.example', firstName: 'Zofia', lastName: 'Lis', role: 'customer', customer: 'BALTIC' },
  { email: 'staff@packhouse.example', firstName: 'Maren', lastName: 'Holm', role: 'staff', customer: null },
  { email: 'denied@packhouse.example', firstName: 'Per', lastName: 'Strand', role: null, customer: 'MERIDIAN' },
] as const

type Row = [
  machineID: string,
  description: string,
  location: string,
  designSpeed: number,
  service?: [string, string],
  behaviour?: 'flaky' | 'silent',
]

const nordfjell: Row[] = [
  [
    'VFFS-2214',
    'Vertical bagger, 320 mm jaws, multihead weigher',
    'Bergen, Norway · Line 1',
    34,
    ['2026-09-14', '2027-03-12'],
  ],
  [
    'VFFS-2215',
    'Vertical bagger, 320 mm jaws, zip applicator',
    'Bergen, Norway · Line 2',
    33,
    ['2026-09-15', '2027-03-13'],
  ],
  ['FLW-0871', 'Flow wrapper, rotary jaw, fish portions', 'Aarhus, Denmark · Hall B', 35, ['2026-10-02', '2027-01-02']],
  [
    'CRT-1130',
    'Side-load cartoner, tuck-end, hot-melt closing',
    'Aarhus, Denmark · Hall B',
    30,
    ['2026-10-02', '2027-04-02'],
  ],
  [
    'CSP-0442',
    'Wrap-around case packer, two lanes',
    'Bergen, Norway · Line 4',
    22,
    ['2026-07-20', '2027-01-18'],
    'flaky',
  ],
  [
    'PAL-0219',
    'Layer palletiser, EUR pallets, stretch hood',
    'Bergen, Norway · Line 4',
    18,
    ['2026-07-21', '2027-01-19'],
  ],
  ['VFFS-1987', 'Vertical bagger, 250 mm jaws, gas flush', 'Ålesund, Norway', 31, ['2026-08-11', '2027-02-11']],
  [
    'FLW-0904',
    'Flow wrapper, long dwell, fresh produce',
    'Ålesund, Norway',
    32,
    ['2026-08-12', '2027-02-12'],
    'silent',
  ],
  ['CRT-1162', 'Top-load cartoner, three pick heads', 'Aarhus, Denmark · Hall C', 28, ['2026-10-28', '2027-04-28']],
  [
    'CSP-0457',
    'Drop case packer, RSC cases, tape sealer',
    'Aarhus, Denmark · Hall C',
    21,
    ['2026-10-29', '2027-04-29'],
  ],
  ['PAL-0225', 'Robot palletiser, two infeeds, block pallets', 'Ålesund, Norway', 17],
  ['FLW-0933', 'Flow wrapper, twin infeed, cold seal', 'Bergen, Norway · Line 3', 35, ['2026-11-06', '2027-02-06']],
]

const baltic: Row[] = [
  ['FLW-1204', 'Flow wrapper, sliced bread, twist closer', 'Gdańsk, Poland · Hall 1', 34, ['2026-09-03', '2026-12-03']],
  ['FLW-1205', 'Flow wrapper, sliced bread, twist closer', 'Gdańsk, Poland · Hall 1', 34, ['2026-09-03', '2026-12-03']],
  ['CRT-1301', 'End-load cartoner, biscuit trays', 'Gdańsk, Poland · Hall 2', 29, ['2026-06-30', '2026-12-30']],
  [
    'TRS-0310',
    'Tray sealer, modified atmosphere, four lanes',
    'Łódź, Poland · Cell A',
    24,
    ['2026-10-10', '2027-01-10'],
  ],
  ['CSP-0511', 'Side-load case packer, display cases', 'Łódź, Poland · Cell A', 20, ['2026-10-11', '2027-04-11']],
  ['PAL-0302', 'Gantry palletiser, half pallets', 'Łódź, Poland · Cell B', 16],
]

const meridian: Row[] = [
  [
    'VFFS-2301',
    'Vertical bagger, 420 mm jaws, frozen vegetables',
    'Leeds, United Kingdom · Bay 3',
    32,
    ['2026-05-18', '2026-11-18'],
  ],
  [
    'VFFS-2302',
    'Vertical bagger, 420 mm jaws, frozen vegetables',
    'Leeds, United Kingdom · Bay 4',
    32,
    ['2026-05-18', '2026-11-18'],
  ],
  ['TRS-0344', 'Tray sealer, skin pack, two lanes', 'Lyon, France · Cellule 2', 23, ['2026-04-28', '2027-04-28']],
  ['LBL-0720', 'Wrap-around labeller, round jars', 'Lyon, France · Cellule 2', 35],
  ['CSP-0560', 'Pick-and-place case packer, vision', 'Valencia, Spain', 22, ['2026-11-06', '2027-05-06']],
  ['PAL-0340', 'Layer palletiser, slip sheets', 'Valencia, Spain', 15, ['2026-11-07', '2027-05-07']],
]

function machines(customer: string, rows: Row[]): SampleMachine[] {
  return rows.map(([machineID, description, location, designSpeed, service, behaviour]) => ({
    machineID,
    customer,
    description,
    location,
    designSpeed,
    behaviour: behaviour ?? 'steady',
    lastService: service?.[0] ?? null,
    nextDue: service?.[1] ?? null,
  }))
}

export const sampleFleet: readonly SampleMachine[] = [
  ...machines('NORDFJELL', nordfjell),
  ...machines('BALTIC', baltic),
  ...machines('MERIDIAN', meridian),
]
