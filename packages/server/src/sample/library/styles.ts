import type { packagingFamilies } from '@packhouse/contract'

export type Span = readonly [smallest: number, largest: number]

/** A packaging style. Dimensions are inside length, width and height in mm; of bags and pouches the height is the gusset. */
export interface SampleStyle {
  code: string
  name: string
  family: (typeof packagingFamilies)[number]
  standardRef: string | null
  length: Span
  width: Span
  height: Span | null
  /** Whether a machine may take it lengthwise or crosswise. */
  swapLengthWidth: boolean
  materials: readonly string[]
}

type Row = readonly [
  code: string,
  name: string,
  standardRef: string | null,
  length: Span,
  width: Span,
  height: Span | null,
  materials: readonly string[],
]

// Codes of packaging materials.
const film = ['mono-PE', 'mono-PP', 'multilayer']
const barrier = ['mono-PE', 'multilayer']
const papers = ['paper', 'paper-coated']
const trays = ['mono-PP', 'mono-PET', 'PET-R30']
const board = ['board']
const corrugated = ['corrugated']

const bags: Row[] = [
  ['BAG-PILLOW', 'Pillow bag', null, [60, 900], [40, 500], null, [...film, ...papers]],
  ['BAG-HANG', 'Pillow bag with hang hole', null, [60, 400], [40, 250], null, film],
  ['BAG-GUSSET', 'Gusseted bag', null, [100, 700], [60, 400], [20, 160], film],
  ['BAG-BLOCK', 'Block-bottom bag', null, [120, 560], [70, 300], [40, 160], [...barrier, ...papers]],
  ['BAG-QUAD', 'Quad-seal bag', null, [140, 600], [80, 340], [40, 180], barrier],
  ['BAG-STICK', 'Stick pack', null, [50, 200], [15, 60], null, barrier],
  ['BAG-SACK', 'Open-mouth sack', null, [400, 1200], [250, 600], [60, 200], ['mono-PE', 'paper']],
  ['BAG-BREAD', 'Bread bag with closure', null, [200, 500], [90, 260], [60, 180], ['mono-PE', 'mono-PP']],
  ['FLOW-FIN', 'Flow pack, fin seal', null, [50, 480], [15, 260], [3, 170], [...film, ...papers]],
  ['FLOW-COLD', 'Flow pack, cold seal', null, [50, 300], [15, 160], [3, 75], ['mono-PP', 'paper-coated']],
  ['FLOW-GAS', 'Flow pack, gas-flushed', null, [70, 400], [25, 220], [5, 120], barrier],
  ['FLOW-TRAY', 'Flow pack, tray inside', null, [120, 420], [80, 240], [15, 140], film],
]

const pouches: Row[] = [
  ['POU-THREE', 'Flat pouch, three seals', null, [60, 400], [50, 300], null, barrier],
  ['POU-FOUR', 'Sachet, four seals', null, [40, 200], [30, 160], null, [...barrier, 'paper-coated']],
  ['POU-STAND', 'Stand-up pouch', null, [100, 360], [80, 260], [40, 120], barrier],
  ['POU-ZIP', 'Stand-up pouch with zip', null, [120, 360], [90, 260], [40, 120], barrier],
  ['POU-SPOUT', 'Stand-up pouch with spout', null, [120, 320], [80, 220], [40, 110], ['multilayer', 'aluminium']],
  ['POU-FLATBASE', 'Flat-bottom pouch with zip', null, [150, 400], [90, 240], [50, 140], barrier],
  ['POU-SHAPED', 'Shaped pouch', null, [80, 300], [60, 220], null, ['multilayer', 'aluminium']],
  ['POU-VACUUM', 'Vacuum pouch', null, [100, 600], [80, 400], null, ['multilayer', 'aluminium']],
]

const trayStyles: Row[] = [
  ['TRY-MAP', 'Lidded tray, modified atmosphere', null, [120, 330], [90, 260], [20, 110], trays],
  ['TRY-LID', 'Lidded tray', null, [100, 330], [80, 260], [15, 110], [...trays, 'board']],
  ['TRY-SKIN', 'Skin pack on tray', null, [140, 330], [100, 260], [10, 60], trays],
  ['TRY-SKINBOARD', 'Skin pack on board', null, [140, 330], [100, 260], [1, 5], ['board']],
  ['TRY-BOARD', 'Board tray with liner', null, [140, 300], [100, 220], [20, 80], ['board']],
  ['TRY-MEAL', 'Two-compartment meal tray', null, [180, 300], [140, 240], [25, 60], ['mono-PET', 'mono-PP', 'board']],
  ['TRY-PUNNET', 'Punnet, top film', null, [110, 250], [90, 190], [40, 120], ['PET-R30', 'board']],
]

const cartons: Row[] = [
  ['CTN-SLEEVE', 'Sleeve', 'ECMA A10', [60, 400], [40, 300], [15, 150], board],
  ['CTN-TUCK', 'Carton, tuck ends', 'ECMA A20', [50, 350], [25, 220], [12, 150], board],
  ['CTN-REVERSE', 'Carton, tuck ends reversed', 'ECMA A21', [50, 350], [25, 220], [12, 150], board],
  ['CTN-LOCK', 'Carton, locking base and tuck lid', 'ECMA A55', [60, 300], [40, 220], [40, 250], board],
  ['CTN-GLUED', 'Carton, glued ends', 'ECMA A60', [50, 400], [25, 280], [12, 180], board],
  ['CTN-DISPLAY', 'Carton, glued ends and tear-off front', 'ECMA A60', [120, 400], [60, 280], [40, 180], board],
  ['CTN-TRAY', 'Carton tray, glued corners', 'ECMA B10', [100, 400], [70, 300], [15, 120], board],
  ['CTN-HINGED', 'Carton tray with hinged lid', 'ECMA B31', [100, 350], [70, 260], [20, 120], board],
]

const cases: Row[] = [
  ['CAS-HALF', 'Slotted case, open top', 'FEFCO 0200', [150, 700], [100, 500], [60, 500], corrugated],
  ['CAS-REGULAR', 'Regular slotted case', 'FEFCO 0201', [150, 700], [100, 500], [60, 600], corrugated],
  ['CAS-OVERLAP', 'Slotted case, full overlap', 'FEFCO 0203', [150, 700], [100, 500], [60, 400], corrugated],
  ['CAS-CENTRE', 'Slotted case, all flaps meet', 'FEFCO 0204', [150, 600], [100, 450], [60, 400], corrugated],
  ['CAS-LIDDED', 'Tray with separate lid', 'FEFCO 0300', [150, 600], [100, 400], [40, 300], corrugated],
  ['CAS-WRAP', 'Wrap-around case', 'FEFCO 0406', [150, 600], [100, 400], [50, 400], corrugated],
  ['CAS-TRAY', 'Folded tray', 'FEFCO 0422', [150, 600], [100, 400], [30, 200], corrugated],
  ['CAS-MAILER', 'Mailer with tuck lid', 'FEFCO 0427', [120, 450], [90, 350], [30, 200], corrugated],
  ['CAS-SLEEVE', 'Outer sleeve', 'FEFCO 0501', [150, 600], [100, 400], [60, 400], corrugated],
  ['CAS-THREE', 'Three-piece case, glued side walls', 'FEFCO 0601', [200, 600], [150, 400], [80, 400], corrugated],
  ['CAS-CRASH', 'Slotted case, self-locking base', 'FEFCO 0711', [150, 500], [100, 400], [60, 400], corrugated],
]

/** Trays and cases may turn; what runs off a reel or out of a magazine may not. */
const turning = ['tray', 'case']

function styles(family: SampleStyle['family'], rows: readonly Row[]): SampleStyle[] {
  const swapLengthWidth = turning.includes(family)
  return rows.map(([code, name, standardRef, length, width, height, materials]) => {
    return { code, name, family, standardRef, length, width, height, swapLengthWidth, materials }
  })
}

/** Names are our own; the codes of FEFCO and ECMA say which kind of construction is meant. */
export const sampleStyles: readonly SampleStyle[] = [
  ...styles('bag', bags),
  ...styles('pouch', pouches),
  ...styles('tray', trayStyles),
  ...styles('carton', cartons),
  ...styles('case', cases),
]
