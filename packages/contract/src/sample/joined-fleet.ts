import type { SampleMachine } from './fleet.ts'

/** So many days the fleet of the sample has to have behind it before customers join and people have said something about it. */
export const SAMPLE_LIFE_DAYS = 6

type Row = [machineID: string, customer: string, description: string, location: string, designSpeed: number]

const rows: readonly Row[] = [
  ['VFFS-2410', 'ALPENHOF', 'Vertical bagger, grated cheese', 'Kempten, Germany', 33],
  ['VFFS-2411', 'ALPENHOF', 'Vertical bagger, grated cheese', 'Kempten, Germany', 31],
  ['VFFS-2502', 'SABOR', 'Vertical bagger, snacks', 'Seville, Spain', 35],
  ['VFFS-2503', 'SABOR', 'Vertical bagger, snacks', 'Seville, Spain', 34],
  ['VFFS-2607', 'HARBOUR', 'Vertical bagger, nuts', 'Hull, United Kingdom', 32],
  ['VFFS-2608', 'HARBOUR', 'Vertical bagger, nuts', 'Hull, United Kingdom', 35],
]

/**
 * Machines of customers that join the sample company some minutes after its first start: a start stays as quick as it is. From then on
 * they send like the others.
 */
export const sampleJoinedFleet: readonly SampleMachine[] = rows.map(
  ([machineID, customer, description, location, designSpeed]) => ({
    ...{ machineID, customer, description, location, designSpeed },
    behaviour: 'steady',
    service: null,
  }),
)
