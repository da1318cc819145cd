import type { SampleAnswers } from './answer.ts'

/** Flow wrappers and tray sealers. */
export const wrapperAnswers: readonly SampleAnswers[] = [
  {
    model: 'FLW-0700',
    answers: [
      ['FLOW-FIN', 'yes', 'reference', 58, { speed: [10, 30] }],
      ['FLOW-GAS', 'no', 'judgement', 58],
    ],
    no: { families: ['carton', 'case'], monthsAgo: 58 },
  },
  {
    model: 'FLW-0870',
    answers: [
      ['FLOW-FIN', 'yes', 'measured', 1, { speed: [10, 35], width: [20, 150], length: [60, 320] }],
      ['FLOW-TRAY', 'conditional', 'acceptanceTest', 16, { speed: [10, 36], height: [15, 65], toolingCost: '3400' }],
      ['FLOW-COLD', 'conditional', 'reference', 33, { speed: [10, 36], needs: ['SEAL=Cold'] }],
      [
        'FLOW-GAS',
        'no',
        'acceptanceTest',
        21,
        undefined,
        'The single rotary jaw cannot be sealed against the chamber.',
      ],
      ['BAG-PILLOW', 'conditional', 'judgement', 16, { length: [60, 320], width: [40, 150] }],
    ],
    no: { families: ['pouch', 'carton', 'case'], styles: ['BAG-SACK', 'BAG-QUAD', 'BAG-BLOCK'], monthsAgo: 16 },
  },
  {
    model: 'FLW-0900',
    answers: [
      ['FLOW-FIN', 'yes', 'acceptanceTest', 19, { speed: [8, 34] }],
      ['FLOW-GAS', 'conditional', 'acceptanceTest', 19, { speed: [8, 30], width: [30, 190], needs: ['GAS'] }],
      ['FLOW-TRAY', 'yes', 'reference', 28, { speed: [8, 34], height: [15, 100] }],
      ['FLOW-COLD', 'no', 'judgement', 19],
      ['BAG-PILLOW', 'yes', 'reference', 25],
    ],
    no: { families: ['pouch', 'carton', 'case'], styles: ['BAG-SACK', 'BAG-QUAD', 'BAG-BLOCK'], monthsAgo: 19 },
  },
  {
    model: 'FLW-0930',
    answers: [
      ['FLOW-FIN', 'yes', 'judgement', 32, { speed: [12, 48], width: [20, 160], length: [60, 340] }],
      ['FLOW-COLD', 'yes', 'measured', 2, { speed: [12, 35] }],
      ['FLOW-GAS', 'conditional', 'acceptanceTest', 12, { speed: [10, 32], needs: ['GAS'] }],
      ['FLOW-TRAY', 'yes', 'reference', 15, { speed: [10, 36], height: [15, 75] }],
      ['BAG-PILLOW', 'yes', 'reference', 15],
      ['BAG-BREAD', 'unknown', null, null, undefined, 'Twin infeed and a closure were never combined.'],
      [
        'POU-ZIP',
        'conditional',
        'acceptanceTest',
        12,
        { speed: [8, 24], width: [110, 160], needs: ['ZIP'], without: ['INFEED=Twin'] },
      ],
    ],
    no: { families: ['carton', 'case'], styles: ['BAG-SACK', 'BAG-QUAD', 'BAG-BLOCK', 'POU-SPOUT'], monthsAgo: 12 },
  },
  {
    model: 'FLW-1200',
    answers: [
      ['FLOW-FIN', 'yes', 'measured', 1, { speed: [10, 34] }],
      ['FLOW-TRAY', 'yes', 'acceptanceTest', 8, { speed: [8, 32], height: [15, 140] }],
      ['FLOW-GAS', 'conditional', 'acceptanceTest', 8, { speed: [8, 30], needs: ['GAS'], without: ['PAPER'] }],
      ['BAG-BREAD', 'conditional', 'judgement', 29, { speed: [10, 46], needs: ['CLOSURE'] }],
      ['BAG-PILLOW', 'yes', 'reference', 22],
      ['FLOW-COLD', 'no', 'judgement', 8],
    ],
    no: { families: ['pouch', 'carton', 'case'], styles: ['BAG-SACK', 'BAG-QUAD', 'BAG-STICK'], monthsAgo: 8 },
  },
  {
    model: 'TRS-0300',
    answers: [
      ['TRY-MAP', 'yes', 'measured', 2, { speed: [6, 24], length: [120, 240], width: [90, 190], height: [20, 90] }],
      ['TRY-LID', 'yes', 'acceptanceTest', 17, { speed: [6, 25] }],
      ['TRY-SKIN', 'no', 'judgement', 17],
      ['TRY-SKINBOARD', 'no', 'judgement', 17],
      ['TRY-MEAL', 'conditional', 'reference', 26, { speed: [6, 18], toolingCost: '12600' }],
      ['TRY-PUNNET', 'conditional', 'judgement', 17, { height: [40, 90], toolingCost: '9800' }],
    ],
    no: { families: ['bag', 'pouch', 'carton', 'case'], monthsAgo: 17 },
  },
  {
    model: 'TRS-0340',
    answers: [
      ['TRY-MAP', 'yes', 'acceptanceTest', 6, { speed: [5, 30] }],
      ['TRY-LID', 'yes', 'acceptanceTest', 6, { speed: [5, 30] }],
      ['TRY-SKIN', 'yes', 'measured', 1, { speed: [5, 23], height: [10, 50] }],
      ['TRY-SKINBOARD', 'conditional', 'acceptanceTest', 6, { speed: [5, 18], needs: ['SKIN'] }],
      ['TRY-MEAL', 'yes', 'reference', 14, { speed: [5, 24] }],
      ['TRY-BOARD', 'unknown', null, null, undefined, 'The liner lifted at the corners in the one trial there was.'],
    ],
    no: { families: ['bag', 'pouch', 'carton', 'case'], monthsAgo: 6 },
  },
]
