import type { RecordPayload } from '@packhouse/contract'
import { round } from './climate.ts'
import type { MachineModel } from './model.ts'
import { wander } from './random.ts'

/** What the readings of a moment depend on. */
export interface Moment {
  /** Unix ms. */
  time: number
  running: boolean
  /** 0 (cold) to 1. */
  warmth: number
  /** Counts changeovers. */
  batch: number
}

type Readings = NonNullable<RecordPayload['machineData']>

/** One reading by name: a number that wanders, or something that follows from the moment. */
type Reading = (model: MachineModel, moment: Moment) => string | number | boolean

/** Wanders around `middle` by up to `spread`; `atRest` is what it shows while the machine does not run. */
function value(middle: number, spread: number, decimals: number, atRest = middle): Reading {
  return (model, { time, running }) =>
    round((running ? middle : atRest) + spread * wander(model.seed + middle * 100, time, 20_000), decimals)
}

/** A heated part: holds its temperature, a little lower while the machine is stopped. */
function heated(setpoint: number): Reading {
  return (model, { time, warmth }) =>
    round(setpoint - 3 * (1 - warmth) + 0.8 * wander(model.seed + setpoint, time, 15_000), 1)
}

function recipe(names: readonly string[]): Reading {
  return (model, { batch }) => names[(model.seed + batch) % names.length] ?? ''
}

const airPressure = value(6.1, 0.15, 2, 6.3)

/** Their names end with their units, which the screens show then; no tag map is needed. */
const families: Readonly<Record<string, Readonly<Record<string, Reading>>>> = {
  VFFS: {
    Recipe: recipe(['Pillow bag 400 g', 'Pillow bag 1 kg', 'Gusset bag 750 g', 'Doy-style 500 g']),
    'Film tension (N)': value(42, 2.5, 1, 38),
    'Jaw temperature (°C)': heated(152),
    'Air pressure (bar)': airPressure,
    'Film tracking (mm)': value(0.2, 0.6, 2),
  },
  FLW: {
    Recipe: recipe(['Portion 2 x 125 g', 'Portion 4 x 100 g', 'Single 180 g', 'Family 600 g']),
    'Film tension (N)': value(28, 1.8, 1, 24),
    'Jaw temperature (°C)': heated(138),
    'Seal pressure (bar)': value(3.4, 0.12, 2, 0.4),
    'Infeed gap (mm)': value(46, 3, 0),
  },
  CRT: {
    Recipe: recipe(['Carton 120 x 80 x 40', 'Carton 160 x 90 x 45', 'Carton 200 x 110 x 60']),
    'Glue tank temperature (°C)': heated(168),
    'Glue pressure (bar)': value(3.8, 0.1, 2, 0),
    'Vacuum of head 1 (bar)': value(-0.71, 0.03, 2, 0),
    'Air pressure (bar)': airPressure,
  },
  TRS: {
    Recipe: recipe(['Tray 190 x 144 x 50', 'Tray 227 x 178 x 40', 'Skin 250 x 180']),
    'Seal temperature (°C)': heated(164),
    'Chamber vacuum (mbar)': value(18, 2, 1, 1013),
    'Residual oxygen (%)': value(0.6, 0.2, 2),
    'Gas mix': recipe(['CO2/N2 40/60', 'CO2/N2 30/70', 'O2/CO2 80/20']),
  },
  CSP: {
    Recipe: recipe(['Case 400 x 300 x 200', 'Case 300 x 200 x 150', 'Display 390 x 290']),
    'Air pressure (bar)': airPressure,
    'Vacuum of head 1 (bar)': value(-0.66, 0.04, 2, 0),
    'Glue tank temperature (°C)': heated(172),
    'Case magazine low': (model, { time }) => wander(model.seed + 31, time, 9 * 60_000) > 0.85,
  },
  PAL: {
    Recipe: recipe(['EUR 5 layers column', 'EUR 6 layers interlocked', 'Half pallet 7 layers']),
    'Air pressure (bar)': airPressure,
    'Gripper vacuum (bar)': value(-0.58, 0.05, 2, 0),
    'Hood film tension (N)': value(64, 4, 1, 0),
    'Safety gate closed': (_model, { running }) => running,
  },
  LBL: {
    Recipe: recipe(['Jar 370 ml', 'Jar 580 ml', 'Jar 720 ml']),
    'Web tension (N)': value(12, 0.9, 1, 9),
    'Label offset (mm)': value(0.1, 0.3, 2),
    'Glue tank temperature (°C)': heated(148),
  },
}

/** Free-form readings as a machine of this family has them; undefined for a family that is not known here. */
export function readingsAt(model: MachineModel, moment: Moment): Readings | undefined {
  const family = families[model.machine.machineID.split('-')[0] ?? '']
  if (family === undefined) return undefined
  return Object.fromEntries(Object.entries(family).map(([name, reading]) => [name, reading(model, moment)]))
}
