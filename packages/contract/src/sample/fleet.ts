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
  /** Null where it has no preventive service. */
  service: SampleService | null
}

/** The preventive service of a machine. Days count back from the one on which the sample is looked at, so that it is never out of date. */
export interface SampleService {
  /** Days from one to the next. */
  every: number
  /** How long ago the last one was; null if it was commissioned more lately than that. */
  lastDaysAgo: number | null
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
  service?: [every: number, lastDaysAgo: number | null],
  behaviour?: 'flaky' | 'silent',
]

const nordfjell: Row[] = [
  ['VFFS-2214', 'Vertical bagger, 320 mm jaws, multihead weigher', 'Bergen, Norway · Line 1', 34, [270, 26]],
  ['VFFS-2215', 'Vertical bagger, 320 mm jaws, zip applicator', 'Bergen, Norway · Line 2', 33, [179, 76]],
  ['FLW-0871', 'Flow wrapper, rotary jaw, fish portions', 'Aarhus, Denmark · Hall B', 35, [92, 59]],
  ['CRT-1130', 'Side-load cartoner, tuck-end, hot-melt closing', 'Aarhus, Denmark · Hall B', 30, [182, 59]],
  ['CSP-0442', 'Wrap-around case packer, two lanes', 'Bergen, Norway · Line 4', 22, [182, 133], 'flaky'],
  ['PAL-0219', 'Layer palletiser, EUR pallets, stretch hood', 'Bergen, Norway · Line 4', 18, [182, 132]],
  ['VFFS-1987', 'Vertical bagger, 250 mm jaws, gas flush', 'Ålesund, Norway', 31, [184, 111]],
  ['FLW-0904', 'Flow wrapper, long dwell, fresh produce', 'Ålesund, Norway', 32, [184, 110], 'silent'],
  ['CRT-1162', 'Top-load cartoner, three pick heads', 'Aarhus, Denmark · Hall C', 28, [182, null]],
  ['CSP-0457', 'Drop case packer, RSC cases, tape sealer', 'Aarhus, Denmark · Hall C', 21, [182, null]],
  ['PAL-0225', 'Robot palletiser, two infeeds, block pallets', 'Ålesund, Norway', 17],
  ['FLW-0933', 'Flow wrapper, twin infeed, cold seal', 'Bergen, Norway · Line 3', 35, [92, 24]],
]

const baltic: Row[] = [
  ['FLW-1204', 'Flow wrapper, sliced bread, twist closer', 'Gdańsk, Poland · Hall 1', 34, [92, 74]],
  ['FLW-1205', 'Flow wrapper, sliced bread, twist closer', 'Gdańsk, Poland · Hall 1', 34, [92, 73]],
  ['CRT-1301', 'End-load cartoner, biscuit trays', 'Gdańsk, Poland · Hall 2', 29, [183, null]],
  ['TRS-0310', 'Tray sealer, modified atmosphere, four lanes', 'Łódź, Poland · Cell A', 24, [92, 75]],
  ['CSP-0511', 'Side-load case packer, display cases', 'Łódź, Poland · Cell A', 20, [182, 167]],
  ['PAL-0302', 'Gantry palletiser, half pallets', 'Łódź, Poland · Cell B', 16],
]

const meridian: Row[] = [
  ['VFFS-2301', 'Vertical bagger, 420 mm jaws, frozen vegetables', 'Leeds, United Kingdom · Bay 3', 32, [150, null]],
  ['VFFS-2302', 'Vertical bagger, 420 mm jaws, frozen vegetables', 'Leeds, United Kingdom · Bay 4', 32, [150, null]],
  ['TRS-0344', 'Tray sealer, skin pack, two lanes', 'Lyon, France · Cellule 2', 23, [365, 47]],
  ['LBL-0720', 'Wrap-around labeller, round jars', 'Lyon, France · Cellule 2', 35],
  ['CSP-0560', 'Pick-and-place case packer, vision', 'Valencia, Spain', 22, [181, null]],
  ['PAL-0340', 'Layer palletiser, slip sheets', 'Valencia, Spain', 15, [181, 23]],
]

function machines(customer: string, rows: Row[]): SampleMachine[] {
  return rows.map(([machineID, description, location, designSpeed, service, behaviour]) => ({
    machineID,
    customer,
    description,
    location,
    designSpeed,
    behaviour: behaviour ?? 'steady',
    service: service === undefined ? null : { every: service[0], lastDaysAgo: service[1] },
  }))
}

export const sampleFleet: readonly SampleMachine[] = [
  ...machines('NORDFJELL', nordfjell),
  ...machines('BALTIC', baltic),
  ...machines('MERIDIAN', meridian),
]

const DAY_MS = 86_400_000

/** The days of the last and the next preventive service of a machine, ISO 8601, UTC. @param now Unix ms */
export function sampleServiceDays(
  { service }: Pick<SampleMachine, 'service'>,
  now: number,
): { lastService: string | null; nextDue: string | null } {
  if (service === null || service.lastDaysAgo === null) return { lastService: null, nextDue: null }
  const dayAt = (days: number) => new Date(now + days * DAY_MS).toISOString().slice(0, 10)
  return { lastService: dayAt(-service.lastDaysAgo), nextDue: dayAt(service.every - service.lastDaysAgo) }
}
