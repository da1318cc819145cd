import type { SampleOptions } from './option.ts'

/** Options of flow wrappers and tray sealers. */
export const wrapperOptions: readonly SampleOptions[] = [
  {
    model: 'FLW-0870',
    options: [
      ['SEAL=Heat', 'standard', '0', null],
      ['SEAL=Cold', 'optional', '2900', 14],
      ['SPLICE', 'optional', '5200', 28],
      ['CHECK', 'optional', '11400', 28],
    ],
  },
  {
    model: 'FLW-0900',
    options: [
      ['GAS', 'optional', '13420', 42],
      ['SPLICE', 'optional', '5690', 28],
      ['IP=IP65', 'standard', '0', null, { grants: { ip: 'IP65' } }],
      ['IP=IP69K', 'optional', '19800', 63, { grants: { ip: 'IP69K' } }],
      ['METAL', 'optional', '9800', 21],
    ],
    rules: [{ kind: 'included', name: 'A gas-flushed pack needs gas', options: ['GAS'], style: 'FLOW-GAS' }],
  },
  {
    model: 'FLW-0930',
    options: [
      ['INFEED=Single', 'optional', '0', null],
      ['INFEED=Twin', 'standard', '0', null],
      ['JAWS=Two heads', 'standard', '0', null],
      ['JAWS=Four heads', 'optional', '20880', 56],
      ['SEAL=Heat', 'optional', '2940', 14],
      ['SEAL=Cold', 'standard', '0', null],
      ['GAS', 'optional', '13420', 42, { requires: ['SEAL=Heat'], notes: 'Cold glue does not hold a gas-tight fin.' }],
      ['REELS', 'optional', '1870', 7],
      ['SPLICE', 'optional', '5690', 28, { requires: ['REELS'], notes: 'The splice needs both reels on one shaft.' }],
      ['PAPER', 'optional', '4150', 21],
      ['DOY', 'optional', '17121', 42, { excludes: ['INFEED=Twin'] }],
      ['ZIP', 'optional', '9300', 35, { requires: ['DOY'] }],
      ['IP=IP65', 'standard', '0', null, { grants: { ip: 'IP65' } }],
      ['IP=IP69K', 'optional', '24350', 70, { grants: { ip: 'IP69K' } }],
    ],
    rules: [
      {
        kind: 'combinations',
        name: 'Which jaws go with which infeed',
        reason: 'Two lanes cannot be phased with four heads.',
        combinations: [
          ['INFEED=Single', 'JAWS=Two heads', 'JAWS=Four heads'],
          ['INFEED=Twin', 'JAWS=Two heads'],
        ],
      },
      {
        kind: 'sum',
        name: 'Power of added parts',
        reason: 'The cabinet has 4 kW to spare.',
        options: ['JAWS=Four heads', 'SEAL=Heat', 'GAS', 'SPLICE', 'ZIP'],
        amounts: [1.8, 1.1, 0.9, 0.6, 0.8],
        sumMost: 4,
        unit: 'kW',
      },
      { kind: 'included', name: 'A gas-flushed pack needs gas', options: ['GAS'], style: 'FLOW-GAS' },
      { kind: 'included', name: 'A zipped pouch is made with the zip applicator', options: ['ZIP'], style: 'POU-ZIP' },
    ],
  },
  {
    model: 'FLW-1200',
    options: [
      ['PAPER', 'optional', '5200', 21, { excludes: ['GAS'], notes: 'Paper lets the gas out.' }],
      ['CLOSURE', 'optional', '8300', 35],
      ['GAS', 'optional', '14100', 42],
      ['SUPPLY=400 V', 'standard', '0', null, { grants: { voltage: 400, phases: 3 } }],
      ['SUPPLY=480 V', 'optional', '2900', 14, { grants: { voltage: 480, phases: 3 } }],
    ],
    rules: [{ kind: 'included', name: 'Bread bags are closed', options: ['CLOSURE'], style: 'BAG-BREAD' }],
  },
  {
    model: 'TRS-0300',
    options: [
      ['TRAYS=4', 'standard', '0', null],
      ['TRAYS=6', 'optional', '22800', 49],
      ['PUMP=160', 'standard', '0', null],
      ['PUMP=250', 'optional', '6400', 21],
      ['CART', 'optional', '3900', 14],
      ['VISION', 'optional', '17400', 35],
    ],
    rules: [
      {
        kind: 'formula',
        name: 'The pump suffices for all trays',
        reason: 'Each tray of a cycle takes 40 m³/h to be evacuated in time.',
        formula: 'PUMP >= 40 * TRAYS',
      },
    ],
  },
  {
    model: 'TRS-0340',
    options: [
      ['SKIN', 'optional', '15400', 42],
      ['GAS', 'standard', '0', null],
      ['PUMP=250', 'standard', '0', null],
      ['PUMP=400', 'optional', '9800', 28],
      ['CART', 'standard', '0', null],
      ['METAL', 'optional', '10900', 21],
    ],
    rules: [
      {
        kind: 'included',
        name: 'Skin on board needs the skin tool',
        options: ['SKIN', 'PUMP=400'],
        style: 'TRY-SKINBOARD',
      },
    ],
  },
]
