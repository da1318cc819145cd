import type { SampleDefinition } from './option.ts'

type Row = readonly [code: string, name: string]

const yesNo = (category: string, rows: readonly Row[]): SampleDefinition[] =>
  rows.map(([code, name]) => ({ code, name, category, inputKind: 'yesNo' }))

const choices: SampleDefinition[] = [
  { code: 'SEAL', name: 'Sealing', category: 'Sealing', inputKind: 'choice', choices: ['Heat', 'Cold', 'Ultrasonic'] },
  { code: 'JAWS', name: 'Cross jaws', category: 'Sealing', inputKind: 'choice', choices: ['Two heads', 'Four heads'] },
  { code: 'INFEED', name: 'Infeed', category: 'Infeed', inputKind: 'choice', choices: ['Single', 'Twin'] },
  { code: 'IP', name: 'Protection', category: 'Hygiene', inputKind: 'choice', choices: ['IP54', 'IP65', 'IP69K'] },
  { code: 'SUPPLY', name: 'Supply', category: 'Supply', inputKind: 'choice', choices: ['230 V', '400 V', '480 V'] },
  {
    code: 'PRINT',
    name: 'Date printer',
    category: 'Marking',
    inputKind: 'choice',
    choices: ['None', 'Thermal transfer', 'Laser'],
  },
  {
    code: 'BUCKETS',
    name: 'Buckets',
    category: 'Infeed',
    inputKind: 'choice',
    choices: ['Smooth', 'Dimpled', 'Non-stick'],
  },
  { code: 'CLOSE', name: 'Closing', category: 'Closing', inputKind: 'choice', choices: ['Tuck', 'Hot melt', 'Tape'] },
]

const numbers: SampleDefinition[] = [
  { code: 'HEADS', name: 'Pick heads', category: 'Infeed', inputKind: 'number', unit: 'heads' },
  { code: 'TRAYS', name: 'Trays in a cycle', category: 'Tools', inputKind: 'number', unit: 'trays' },
  { code: 'PUMP', name: 'Vacuum pump', category: 'Atmosphere', inputKind: 'number', unit: 'm³/h' },
]

/** Options as they are defined once; machines have them at prices of their own. */
export const sampleDefinitions: readonly SampleDefinition[] = [
  ...choices,
  ...numbers,
  ...yesNo('Atmosphere', [
    ['GAS', 'Gas flush with oxygen analyser'],
    ['SKIN', 'Skin tool with vacuum'],
  ]),
  ...yesNo('Film', [
    ['SPLICE', 'Automatic film splice'],
    ['REELS', 'Double reel holder'],
    ['PAPER', 'Kit for paper'],
    ['MONO', 'Kit for mono-material film'],
  ]),
  ...yesNo('Bag form', [
    ['GUSSET', 'Gusset plates'],
    ['BLOCK', 'Block-bottom kit'],
    ['DOY', 'Stand-up pouch kit'],
    ['ZIP', 'Zip applicator'],
    ['SPOUT', 'Spout inserter'],
    ['CLOSURE', 'Bag closure'],
  ]),
  ...yesNo('Inspection', [
    ['METAL', 'Metal detector'],
    ['CHECK', 'Checkweigher'],
    ['VISION', 'Seal and code inspection'],
  ]),
  ...yesNo('Tools', [
    ['CART', 'Tool-change cart'],
    ['MAGAZINE', 'Long blank magazine'],
    ['DISPLAY', 'Kit for display packs'],
  ]),
  ...yesNo('End of line', [
    ['ERECT', 'Case erector'],
    ['LABEL', 'Case labeller'],
    ['HOOD', 'Stretch hood'],
    ['WRAP', 'Stretch wrapper'],
    ['SLIP', 'Slip-sheet dispenser'],
    ['PALLETS', 'Pallet magazine'],
  ]),
  ...yesNo('Service', [['REMOTE', 'Remote service']]),
]
