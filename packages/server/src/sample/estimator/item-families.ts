/** Items that differ in their size and their version alone. */
export interface ItemFamily {
  category: string
  /** The beginning of the codes. */
  code: string
  name: string
  unit: string
  /** Of the smallest in its first version, euros. */
  price: number
  /** What the cost is of the price, percent; absent where it is not known. */
  costPercent?: number
  leadDays: number
  sizes: readonly string[]
  versions: readonly [string, string]
}

type Shape = Pick<ItemFamily, 'sizes' | 'versions'>

const of = (from: number, step: number, unit: string) =>
  Array.from({ length: 8 }, (_, place) => `${from + step * place} ${unit}`)

const counted = (noun: string) =>
  Array.from({ length: 8 }, (_, place) => `${place + 1} ${noun}${place === 0 ? '' : 's'}`)

const width: Shape = { sizes: of(160, 60, 'mm'), versions: ['standard', 'stainless steel'] }
const length: Shape = { sizes: of(1_000, 500, 'mm'), versions: ['painted frame', 'wash-down frame'] }
const heat: Shape = { sizes: of(150, 75, 'W'), versions: ['230 V', '400 V'] }
const volume: Shape = { sizes: of(500, 500, 'ml'), versions: ['smooth', 'dimpled'] }
const power: Shape = { sizes: of(400, 350, 'W'), versions: ['IP54', 'IP65'] }
const lanes: Shape = { sizes: counted('lane'), versions: ['without stand', 'with stand'] }
const ports: Shape = { sizes: of(4, 4, 'ports'), versions: ['plug-in', 'wired'] }
const days: Shape = { sizes: counted('day'), versions: ['within Europe', 'overseas'] }
const machines: Shape = { sizes: counted('machine'), versions: ['one shift', 'three shifts'] }

type Row = [
  category: string,
  code: string,
  name: string,
  unit: string,
  price: number,
  costPercent: number,
  leadDays: number,
]

const families = (shape: Shape, rows: readonly Row[]): ItemFamily[] =>
  rows.map(([category, code, name, unit, price, costPercent, leadDays]) => {
    const cost = costPercent === 0 ? {} : { costPercent }
    return { category, code, name, unit, price, leadDays, ...cost, ...shape }
  })

export const itemFamilies: readonly ItemFamily[] = [
  ...families(width, [
    ['Jaws', 'JAW-H', 'Cross jaw set, heat seal', 'set', 1_450, 58, 35],
    ['Jaws', 'JAW-U', 'Cross jaw set, ultrasonic', 'set', 4_900, 63, 70],
    ['Jaws', 'JAW-Z', 'Zip applicator jaws', 'set', 2_700, 60, 56],
    ['Knives', 'KNF-S', 'Straight knife', 'pcs', 120, 45, 14],
    ['Knives', 'KNF-T', 'Toothed knife', 'pcs', 145, 45, 14],
    ['Forming sets', 'FRM-P', 'Forming set, pillow bag', 'set', 2_300, 52, 42],
    ['Forming sets', 'FRM-B', 'Forming set, block bottom', 'set', 3_150, 54, 42],
    ['Film handling', 'FLM-R', 'Film reel shaft', 'pcs', 380, 50, 21],
    ['Film handling', 'FLM-D', 'Film drive belts, pair', 'pair', 165, 48, 10],
    ['Guards', 'GRD-D', 'Guard door with interlock', 'pcs', 890, 55, 28],
    ['Hygiene', 'HYG-T', 'Drip tray', 'pcs', 210, 50, 21],
    ['Belts and chains', 'BLT-M', 'Modular belt, per metre', 'm', 95, 57, 14],
  ]),
  ...families(length, [
    ['Conveyors', 'CNV-B', 'Belt conveyor', 'pcs', 3_200, 61, 42],
    ['Conveyors', 'CNV-C', 'Curved conveyor', 'pcs', 4_400, 62, 49],
    ['Conveyors', 'CNV-E', 'Elevator with cleats', 'pcs', 6_900, 64, 56],
    ['Guards', 'GRD-F', 'Guard fence with posts', 'pcs', 740, 58, 28],
  ]),
  ...families(heat, [
    ['Heaters and sensors', 'HTR-C', 'Heating cartridge', 'pcs', 48, 42, 7],
    ['Heaters and sensors', 'HTR-P', 'Heating plate with sensor', 'pcs', 185, 46, 14],
    ['Hygiene', 'HYG-D', 'Hot-air dryer', 'pcs', 1_150, 60, 35],
  ]),
  ...families(volume, [
    ['Buckets and hoppers', 'BKT-W', 'Weigh bucket', 'pcs', 260, 51, 28],
    ['Buckets and hoppers', 'BKT-T', 'Timing hopper', 'pcs', 310, 51, 28],
    ['Augers and pumps', 'AUG-S', 'Auger with tool', 'set', 720, 55, 35],
    ['Augers and pumps', 'PMP-L', 'Lobe pump head', 'pcs', 1_900, 62, 49],
  ]),
  ...families(power, [
    ['Servo drives', 'SRV-M', 'Servo motor', 'pcs', 540, 66, 42],
    ['Servo drives', 'SRV-A', 'Servo axis with gearbox', 'pcs', 1_240, 66, 42],
    ['Servo drives', 'SRV-C', 'Servo controller', 'pcs', 980, 68, 56],
  ]),
  ...families(lanes, [
    ['Grippers and suction', 'GRP-V', 'Suction gripper', 'pcs', 1_650, 57, 35],
    ['Grippers and suction', 'GRP-M', 'Mechanical gripper', 'pcs', 2_100, 57, 42],
    ['Printers and labels', 'PRN-T', 'Thermal transfer printer', 'pcs', 3_900, 70, 21],
    ['Printers and labels', 'PRN-L', 'Laser coder', 'pcs', 9_800, 74, 28],
    ['Inspection', 'INS-C', 'Checkweigher', 'pcs', 11_400, 72, 63],
    ['Inspection', 'INS-M', 'Metal detector', 'pcs', 8_700, 71, 56],
  ]),
  ...families(ports, [
    ['Cabinets and networks', 'NET-S', 'Network switch', 'pcs', 290, 62, 14],
    ['Cabinets and networks', 'CAB-I', 'Cabinet with I/O', 'pcs', 1_850, 60, 35],
    ['Pneumatics', 'PNE-V', 'Valve island', 'pcs', 640, 59, 21],
    ['Pneumatics', 'PNE-F', 'Air preparation unit', 'pcs', 330, 56, 14],
  ]),
  ...families(days, [
    ['Engineers on site', 'ENG-I', 'Installation by one engineer', 'job', 1_280, 68, 14],
    ['Engineers on site', 'ENG-S', 'Service visit', 'job', 1_180, 66, 7],
    ['Training', 'TRN-O', 'Training of operators', 'course', 1_400, 55, 21],
  ]),
  ...families(machines, [['Service kits', 'KIT-W', 'Wear parts for a year', 'set', 1_900, 0, 21]]),
]
