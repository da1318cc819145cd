import type { SampleOptions } from './option.ts'

/** Options of cartoners, case packers, palletisers and labellers. */
export const endOfLineOptions: readonly SampleOptions[] = [
  {
    model: 'CRT-1100',
    options: [
      ['CLOSE=Tuck', 'standard', '0', null],
      ['CLOSE=Hot melt', 'optional', '9600', 21],
      ['MAGAZINE', 'optional', '4200', 14],
      ['DISPLAY', 'optional', '7800', 28, { requires: ['CLOSE=Hot melt'] }],
      ['VISION', 'optional', '12900', 28],
    ],
    rules: [
      { kind: 'included', name: 'Glued ends need hot melt', options: ['CLOSE=Hot melt'], style: 'CTN-GLUED' },
      { kind: 'included', name: 'A tear-off front needs its kit', options: ['DISPLAY'], style: 'CTN-DISPLAY' },
    ],
  },
  {
    model: 'CRT-1160',
    options: [
      ['HEADS=3', 'standard', '0', null],
      ['HEADS=4', 'optional', '28500', 56],
      ['VISION', 'optional', '18400', 35],
      ['MAGAZINE', 'optional', '5600', 14],
    ],
    rules: [
      {
        kind: 'sum',
        name: 'Heads and inspection at one cabinet',
        reason: 'It has 7 kW for them.',
        options: ['HEADS=3', 'HEADS=4', 'VISION'],
        amounts: [4.5, 6, 0.8],
        sumMost: 7,
        unit: 'kW',
      },
    ],
  },
  {
    model: 'CRT-1300',
    options: [
      ['MAGAZINE', 'optional', '4800', 14],
      ['REMOTE', 'standard', '0', null],
    ],
  },
  {
    model: 'CSP-0440',
    options: [
      ['MAGAZINE', 'optional', '6200', 14],
      ['LABEL', 'optional', '14800', 28],
      ['DISPLAY', 'optional', '8800', 35],
    ],
  },
  {
    model: 'CSP-0450',
    options: [
      ['ERECT', 'optional', '38500', 42],
      ['CLOSE=Tape', 'standard', '0', null],
      ['CLOSE=Hot melt', 'optional', '11200', 28],
      ['LABEL', 'optional', '14800', 28],
    ],
    rules: [
      {
        kind: 'unavailable',
        name: 'The erector does not form self-locking bases',
        options: ['ERECT'],
        style: 'CAS-CRASH',
      },
    ],
  },
  {
    model: 'CSP-0500',
    options: [
      ['DISPLAY', 'standard', '0', null],
      ['LABEL', 'optional', '14800', 28],
      ['REMOTE', 'optional', '1400', 7],
    ],
  },
  {
    model: 'CSP-0550',
    options: [
      ['HEADS=2', 'standard', '0', null],
      ['HEADS=3', 'optional', '26400', 56],
      ['CLOSE=Tape', 'standard', '0', null],
      ['CLOSE=Hot melt', 'optional', '10800', 28],
      ['ERECT', 'optional', '42500', 49],
      ['VISION', 'standard', '0', null],
    ],
    rules: [
      {
        kind: 'atMost',
        name: 'At most one module beside the infeed',
        options: ['ERECT', 'HEADS=3'],
        most: 1,
      },
    ],
  },
  {
    model: 'PAL-0210',
    options: [
      ['HOOD', 'standard', '0', null],
      ['WRAP', 'optional', '21500', 42, { excludes: ['HOOD'] }],
      ['PALLETS', 'optional', '16800', 35],
    ],
  },
  {
    model: 'PAL-0220',
    options: [
      ['SLIP', 'optional', '18900', 35],
      ['WRAP', 'optional', '21500', 42],
      ['PALLETS', 'optional', '16800', 35],
    ],
  },
  {
    model: 'PAL-0300',
    options: [['PALLETS', 'optional', '12400', 28]],
  },
  {
    model: 'PAL-0330',
    options: [
      ['SLIP', 'standard', '0', null],
      ['HOOD', 'optional', '46800', 63],
      ['WRAP', 'optional', '21500', 42],
    ],
    rules: [{ kind: 'atMost', name: 'One way of securing the load', options: ['HOOD', 'WRAP'], most: 1 }],
  },
  {
    model: 'LBL-0700',
    options: [
      ['PRINT=None', 'standard', '0', null],
      ['PRINT=Thermal transfer', 'optional', '6900', 14],
      ['VISION', 'optional', '9800', 28],
    ],
  },
]
