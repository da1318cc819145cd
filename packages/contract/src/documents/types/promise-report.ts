import { z } from 'zod'
import { promiseResults, promiseWeeks } from '../../promises/machine-promises.ts'
import { defineDocumentType } from './document-type.ts'

const place = z.number().describe('0 to 1 of the width or height of the chart, from the top left')
const written = z.string().describe('Written out; a dash where it is not known')
const words = z.string().nullable()

const test = z.object({
  kind: z.string(),
  day: z.string(),
  basis: z.string().describe('How long and with what it was tested'),
  value: written,
  outcome: z.string().describe('Whether it was accepted, with the open points'),
})

const chart = z
  .object({
    points: z
      .array(z.object({ x: place, median: place, low: place, high: place }))
      .describe('A week each: the median, and P10 to P90'),
    lines: z
      .array(z.object({ label: z.string(), y: place, dash: z.enum(['', '7 4', '2 4']) }))
      .describe('What was promised and tested'),
    ticks: z.array(z.object({ x: place, label: z.string() })),
    levels: z.array(z.object({ y: place, label: z.string() })),
    alt: z.string(),
  })
  .describe('Of a speed; null without running time')

const gap = z
  .object({
    title: z.string(),
    parts: z.array(z.object({ name: z.string(), about: z.string(), value: written })),
    total: written,
  })
  .describe('Parts that add up to what is missing; null where nothing is, or nothing is measured')

const promise = z.object({
  name: z.string(),
  result: z.enum(promiseResults),
  resultWord: z.string(),
  promised: written,
  writtenIn: z.string(),
  promisedOn: words.describe('The day'),
  conditions: z.array(z.string()),
  live: written,
  liveAbout: words.describe('The span of 8 of 10 minutes, and the time that it is measured from'),
  difference: written,
  tests: z.array(test),
  chart: chart.nullable(),
  weeks: z.array(z.object({ week: z.string(), median: written, p10: written, p90: written, hours: written })),
  gap: gap.nullable(),
})

/** What was promised of a machine, what acceptance tests showed and what it does, over whole weeks. */
export const promiseReport = defineDocumentType({
  title: 'Promise and actual',
  subject: 'machine',
  parameters: z.strictObject({
    weeks: z
      .enum(promiseWeeks.map(String) as [string, ...string[]])
      .default('13')
      .describe('How many weeks, the present one included'),
  }),
  data: z.object({
    machineID: z.string(),
    description: words,
    customer: words,
    model: words,
    serial: words,
    from: z.string(),
    to: z.string(),
    counts: z.string().describe('How many promises are kept, missed and not measured'),
    promises: z.array(promise),
    photos: z
      .array(
        z.object({
          file: z.string().describe('For `image`'),
          caption: z.string().describe('What it was taken of'),
          about: z.string().describe('The test that it belongs to, and when it was added'),
        }),
      )
      .describe('Of the acceptance tests, the first ones, for whoever may see them'),
    photosLeftOut: words.describe('How many more there are'),
  }),
  example: {
    machineID: 'TRS-0344',
    description: 'Tray sealer, line 2',
    customer: 'Havkyst Seafood A/S',
    model: 'TS-400',
    serial: '0344',
    from: '31 August 2026',
    to: '25 November 2026',
    counts: '1 kept, 1 missed, 0 not measured',
    promises: [
      {
        name: 'Speed, MAP tray',
        result: 'missed',
        resultWord: 'Missed',
        promised: '90 cycles/min',
        writtenIn: 'Q-2023-0207 v4, section 1',
        promisedOn: '14 March 2023',
        conditions: ['Packaging style: MAP tray', 'Not checked: At most 60 s between lots'],
        live: '71 cycles/min',
        liveAbout: '58 to 82 on 8 of 10 minutes, 1,118 h measured',
        difference: '−19 cycles/min',
        tests: [
          {
            ...{ kind: 'Factory acceptance test', day: '8 September 2023', basis: '2 h, test trays, no product' },
            ...{ value: '88 cycles/min', outcome: 'accepted' },
          },
          {
            ...{ kind: 'Site acceptance test', day: '20 October 2023', basis: '8 h, Salmon, 200 g' },
            ...{ value: '85 cycles/min', outcome: 'accepted, 2 open points' },
          },
        ],
        chart: {
          points: [
            { x: 0, median: 0.3, low: 0.5, high: 0.2 },
            { x: 0.5, median: 0.4, low: 0.6, high: 0.2 },
            { x: 1, median: 0.6, low: 0.9, high: 0.3 },
          ],
          lines: [
            { label: 'Promised', y: 0.1, dash: '' },
            { label: 'SAT', y: 0.25, dash: '2 4' },
          ],
          ticks: [
            { x: 0, label: '31 Aug' },
            { x: 1, label: '23 Nov' },
          ],
          levels: [
            { y: 0, label: '95' },
            { y: 1, label: '50' },
          ],
          alt: 'From 31 August to 23 November the median went from 84 to 71 cycles/min.',
        },
        weeks: [
          { week: '31 Aug', median: '84', p10: '78', p90: '88', hours: '86' },
          { week: '23 Nov', median: '71', p10: '58', p90: '82', hours: '80' },
        ],
        gap: {
          title: 'Where 19 cycles/min go',
          parts: [
            {
              ...{ name: 'Missing at the factory already', about: 'Promised less the factory acceptance test' },
              value: '−2',
            },
            { name: 'Recipe skin is slower', about: '25 % of the time, at 60', value: '−5' },
            { name: 'Not explained', about: 'What is left', value: '−12' },
          ],
          total: '−19',
        },
      },
      {
        name: 'Availability',
        result: 'kept',
        resultWord: 'Kept',
        promised: '94 %',
        writtenIn: 'Service contract, 4.2',
        promisedOn: null,
        conditions: [],
        live: '95.1 %',
        liveAbout: '1,204 h measured',
        difference: '+1.1 %',
        tests: [],
        chart: null,
        weeks: [],
        gap: null,
      },
    ],
    photos: [],
    photosLeftOut: null,
  },
})
export type PromiseReportData = z.output<typeof promiseReport.data>
