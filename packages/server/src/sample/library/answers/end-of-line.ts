import type { SampleAnswers } from './answer.ts'

/** Cartoners, case packers, palletisers and labellers. */
export const endOfLineAnswers: readonly SampleAnswers[] = [
  {
    model: 'CRT-1100',
    answers: [
      ['CTN-TUCK', 'yes', 'measured', 2, { speed: [8, 30], length: [80, 280], width: [40, 180], height: [18, 110] }],
      ['CTN-REVERSE', 'yes', 'acceptanceTest', 13, { speed: [8, 30] }],
      ['CTN-GLUED', 'conditional', 'measured', 2, { speed: [8, 31], needs: ['CLOSE=Hot melt'] }],
      ['CTN-SLEEVE', 'conditional', 'reference', 35, { speed: [8, 24], toolingCost: '4900' }],
      ['CTN-DISPLAY', 'conditional', 'judgement', 13, { height: [40, 110], needs: ['DISPLAY'] }],
      ['CTN-LOCK', 'no', 'judgement', 13],
    ],
    no: { families: ['bag', 'pouch', 'case'], monthsAgo: 13 },
  },
  {
    model: 'CRT-1160',
    answers: [
      ['CTN-TRAY', 'yes', 'acceptanceTest', 1, { speed: [6, 30] }],
      ['CTN-HINGED', 'yes', 'measured', 1, { speed: [6, 28], length: [100, 350] }],
      ['CTN-GLUED', 'no', 'judgement', 20],
      ['CTN-TUCK', 'no', 'judgement', 20],
      ['CTN-DISPLAY', 'conditional', 'reference', 20, { speed: [6, 22], toolingCost: '5800', needs: ['HEADS=4'] }],
      ['TRY-BOARD', 'unknown', null, null, undefined, 'Only the erecting was tried.'],
    ],
    no: { families: ['bag', 'pouch', 'case'], monthsAgo: 20 },
  },
  {
    model: 'CRT-1300',
    answers: [
      ['CTN-GLUED', 'yes', 'judgement', 44, { speed: [10, 40] }],
      ['CTN-TUCK', 'conditional', 'measured', 3, { speed: [10, 29], length: [90, 320] }],
      ['CTN-SLEEVE', 'yes', 'reference', 18],
      ['CTN-LOCK', 'no', 'judgement', 44],
      ['CTN-TRAY', 'no', 'judgement', 44],
    ],
    no: { families: ['bag', 'pouch', 'case'], monthsAgo: 44 },
  },
  {
    model: 'CSP-0440',
    answers: [
      ['CAS-WRAP', 'yes', 'measured', 1, { speed: [5, 22], length: [200, 450], width: [120, 320] }],
      ['CAS-TRAY', 'yes', 'acceptanceTest', 23, { speed: [5, 23] }],
      ['CAS-REGULAR', 'no', 'judgement', 23],
      ['CAS-OVERLAP', 'no', 'judgement', 23],
      ['CAS-LIDDED', 'conditional', 'reference', 37, { speed: [5, 14], needs: ['DISPLAY'] }],
    ],
    no: { families: ['bag', 'pouch'], monthsAgo: 23 },
  },
  {
    model: 'CSP-0450',
    answers: [
      ['CAS-REGULAR', 'yes', 'measured', 2, { speed: [4, 21], length: [200, 600], width: [150, 400] }],
      ['CAS-HALF', 'yes', 'acceptanceTest', 10, { speed: [4, 22] }],
      ['CAS-OVERLAP', 'conditional', 'reference', 15, { speed: [4, 16], height: [100, 300] }],
      ['CAS-CENTRE', 'yes', 'reference', 25],
      ['CAS-CRASH', 'conditional', 'judgement', 10, { speed: [4, 18], toolingCost: '2900', without: ['ERECT'] }],
      ['CAS-WRAP', 'no', 'judgement', 10],
      ['CAS-TRAY', 'no', 'judgement', 10],
    ],
    no: { families: ['bag', 'pouch'], monthsAgo: 10 },
  },
  {
    model: 'CSP-0500',
    answers: [
      ['CAS-TRAY', 'yes', 'measured', 1, { speed: [5, 20], length: [180, 420] }],
      ['CAS-REGULAR', 'yes', 'acceptanceTest', 14, { speed: [5, 24] }],
      ['CAS-WRAP', 'conditional', 'acceptanceTest', 14, { speed: [5, 18], toolingCost: '11200' }],
      ['CAS-MAILER', 'no', 'judgement', 14],
      ['CAS-SLEEVE', 'conditional', 'judgement', 41, { speed: [5, 12], width: [120, 320] }],
    ],
    no: { families: ['bag', 'pouch'], monthsAgo: 14 },
  },
  {
    model: 'CSP-0550',
    answers: [
      ['CAS-REGULAR', 'yes', 'measured', 1, { speed: [4, 22] }],
      ['CAS-HALF', 'yes', 'acceptanceTest', 7, { speed: [4, 24] }],
      ['CAS-TRAY', 'yes', 'acceptanceTest', 7, { speed: [4, 24] }],
      ['CAS-CENTRE', 'yes', 'judgement', 7],
      ['CAS-MAILER', 'conditional', 'reference', 12, { speed: [4, 12], toolingCost: '6400' }],
      ['CAS-LIDDED', 'conditional', 'reference', 12, { speed: [4, 14] }],
      ['CAS-THREE', 'unknown', null, null, undefined, 'The erector for glued side walls is on the drawing board.'],
    ],
    no: { families: ['bag', 'pouch'], monthsAgo: 7 },
  },
  {
    model: 'PAL-0210',
    answers: [
      ['CAS-REGULAR', 'yes', 'measured', 2, { speed: [3, 18] }],
      ['CAS-WRAP', 'yes', 'measured', 2, { speed: [3, 18] }],
      ['CAS-HALF', 'conditional', 'reference', 39, { height: [80, 400] }],
      ['CAS-TRAY', 'conditional', 'acceptanceTest', 24, { height: [60, 200], speed: [3, 15], without: ['HOOD'] }],
      ['BAG-SACK', 'no', 'judgement', 24],
    ],
    no: { families: ['pouch', 'tray', 'carton'], monthsAgo: 24 },
  },
  {
    model: 'PAL-0220',
    answers: [
      ['CAS-REGULAR', 'yes', 'measured', 1, { speed: [3, 17] }],
      ['CAS-WRAP', 'yes', 'acceptanceTest', 9, { speed: [3, 18] }],
      ['CAS-TRAY', 'yes', 'acceptanceTest', 9, { speed: [3, 16] }],
      ['CAS-MAILER', 'yes', 'judgement', 9],
      ['BAG-SACK', 'conditional', 'reference', 17, { speed: [3, 10], toolingCost: '12900' }],
    ],
    no: { families: ['pouch', 'carton'], monthsAgo: 9 },
  },
  {
    model: 'PAL-0300',
    answers: [
      ['CAS-REGULAR', 'yes', 'measured', 3, { speed: [2, 16] }],
      ['CAS-TRAY', 'yes', 'measured', 3, { speed: [2, 16] }],
      ['CAS-HALF', 'yes', 'reference', 34],
      ['BAG-SACK', 'no', 'judgement', 34],
    ],
    no: { families: ['bag', 'pouch', 'tray'], monthsAgo: 34 },
  },
  {
    model: 'PAL-0330',
    answers: [
      ['CAS-REGULAR', 'yes', 'judgement', 46, { speed: [3, 20] }],
      ['CAS-WRAP', 'yes', 'measured', 2, { speed: [3, 15] }],
      ['CAS-CENTRE', 'yes', 'reference', 20],
      ['CAS-SLEEVE', 'conditional', 'judgement', 20, { width: [120, 400], speed: [3, 12], needs: ['SLIP'] }],
    ],
    no: { families: ['bag', 'pouch', 'tray', 'carton'], monthsAgo: 20 },
  },
  {
    model: 'LBL-0700',
    answers: [
      ['CTN-GLUED', 'no', 'judgement', 21],
      ['CTN-TUCK', 'no', 'judgement', 21],
      ['TRY-LID', 'conditional', 'judgement', 21, { speed: [10, 30], toolingCost: '2400' }],
      ['TRY-PUNNET', 'conditional', 'reference', 30, { height: [40, 100] }],
    ],
    no: { families: ['case', 'bag'], monthsAgo: 21 },
  },
]
