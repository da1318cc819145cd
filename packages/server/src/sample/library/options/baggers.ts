import type { SampleOptions } from './option.ts'

/** Options of vertical baggers, form-fill-seal machines and weighers. */
export const baggerOptions: readonly SampleOptions[] = [
  {
    model: 'VFFS-1980',
    options: [
      ['GUSSET', 'optional', '2100', 14],
      ['GAS', 'optional', '7900', 21],
    ],
  },
  {
    model: 'VFFS-2210',
    options: [
      ['SEAL=Heat', 'standard', '0', null],
      ['SEAL=Ultrasonic', 'optional', '18600', 35, { excludes: ['PAPER', 'GAS'] }],
      ['GUSSET', 'standard', '0', null],
      ['BLOCK', 'optional', '9800', 28, { requires: ['GUSSET'] }],
      ['DOY', 'optional', '14600', 42, { requires: ['GUSSET'], excludes: ['BLOCK'] }],
      ['ZIP', 'optional', '11900', 35, { requires: ['DOY'] }],
      ['GAS', 'optional', '8400', 21],
      ['REELS', 'optional', '1870', 7],
      ['SPLICE', 'optional', '5690', 28, { requires: ['REELS'] }],
      ['PAPER', 'optional', '4150', 21],
      ['METAL', 'optional', '9200', 21, { notes: 'Between weigher and bagger.' }],
      ['SUPPLY=400 V', 'standard', '0', null, { grants: { voltage: 400, phases: 3 } }],
      ['SUPPLY=480 V', 'optional', '2600', 14, { grants: { voltage: 480, phases: 3 } }],
    ],
    rules: [
      {
        kind: 'included',
        name: 'A zipped pouch is made with the zip applicator',
        options: ['ZIP'],
        style: 'POU-ZIP',
      },
      {
        kind: 'atMost',
        name: 'At most two kits at the forming tube',
        reason: 'The frame has room for two.',
        options: ['BLOCK', 'ZIP', 'GAS', 'PAPER'],
        most: 2,
      },
    ],
  },
  {
    model: 'VFFS-2300',
    options: [
      ['IP=IP65', 'standard', '0', null, { grants: { ip: 'IP65' } }],
      ['IP=IP69K', 'optional', '24350', 70, { grants: { ip: 'IP69K' }, excludes: ['PRINT=Laser'] }],
      ['PRINT=None', 'standard', '0', null],
      ['PRINT=Thermal transfer', 'optional', '7200', 14],
      ['PRINT=Laser', 'optional', '16800', 35],
      ['DOY', 'optional', '17800', 42],
      ['ZIP', 'optional', '13400', 35, { requires: ['DOY'] }],
      ['METAL', 'optional', '10600', 21],
    ],
    rules: [
      {
        kind: 'unavailable',
        name: 'No zip with the wide sacks',
        reason: 'The jaws need the whole width.',
        options: ['ZIP'],
        style: 'BAG-SACK',
      },
    ],
  },
  {
    model: 'VFFS-2500',
    options: [
      ['SEAL=Heat', 'optional', '0', null],
      ['SEAL=Ultrasonic', 'standard', '0', null],
      ['BLOCK', 'standard', '0', null],
      ['ZIP', 'optional', '15800', 42],
      ['MONO', 'optional', '5400', 21],
      ['PAPER', 'optional', '6100', 28, { requires: ['SEAL=Heat'], notes: 'Paper does not melt under ultrasound.' }],
    ],
  },
  {
    model: 'HFS-0640',
    options: [
      ['DOY', 'standard', '0', null],
      ['ZIP', 'optional', '11800', 35, { requires: ['DOY'] }],
      ['SPOUT', 'optional', '23500', 63, { requires: ['DOY'], excludes: ['ZIP'] }],
      ['MONO', 'optional', '6800', 21],
      ['GAS', 'optional', '12400', 28],
      ['VISION', 'optional', '15900', 35],
    ],
    rules: [
      {
        kind: 'sum',
        name: 'Compressed air for kits',
        reason: 'The valve block lets 400 L/min through.',
        options: ['ZIP', 'SPOUT', 'GAS', 'VISION'],
        amounts: [120, 220, 150, 60],
        sumMost: 400,
        unit: 'L/min',
      },
      {
        kind: 'included',
        name: 'A spouted pouch is made with the spout inserter',
        options: ['SPOUT'],
        style: 'POU-SPOUT',
      },
    ],
  },
  {
    model: 'WGH-1410',
    options: [
      ['BUCKETS=Smooth', 'standard', '0', null],
      ['BUCKETS=Dimpled', 'optional', '3900', 14],
      ['METAL', 'optional', '8700', 21],
      ['REMOTE', 'optional', '1200', 7],
    ],
  },
  {
    model: 'WGH-1610',
    options: [
      ['BUCKETS=Dimpled', 'standard', '0', null],
      ['BUCKETS=Non-stick', 'optional', '5200', 21],
      ['METAL', 'optional', '9400', 21],
    ],
  },
]
