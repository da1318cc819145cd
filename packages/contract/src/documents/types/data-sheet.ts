import { z } from 'zod'
import { defineDocumentType } from './document-type.ts'

const named = z.object({ name: z.string(), about: z.string() })

/** What data machines of a model make, written out. */
export const sheetData = z.object({
  model: z.string().describe('Or the machine, where it has no model'),
  type: z.string().nullable(),
  values: z.array(z.object({ name: z.string(), kind: z.string(), unit: z.string() })),
  states: z.string(),
  alarms: z.array(z.object({ name: z.string(), severity: z.string() })),
  amount: z.object({ records: z.string(), bytes: z.string(), basis: z.string() }),
  keeps: z.object({ records: z.string(), minutes: z.string(), hours: z.string() }),
  ways: z.array(named),
  users: z.array(named),
})
export type SheetData = z.infer<typeof sheetData>

export const sheetExample: SheetData = {
  model: 'VFFS-320',
  type: 'Vertical form fill seal machine',
  values: [
    { name: 'machineState', kind: 'State', unit: '' },
    { name: 'cyclesPerMin', kind: 'Speed', unit: '1/min' },
    { name: 'FilmTension', kind: 'Reading', unit: 'N' },
  ],
  states: 'Running, Idle, Stopped, Faulted',
  alarms: [{ name: 'Jaw temperature', severity: 'major' }],
  amount: { records: '8,600', bytes: '58 MB', basis: 'Measured on machines of this model' },
  keeps: { records: '400 days', minutes: '400 days', hours: '3,650 days' },
  ways: [{ name: 'On the screen', about: 'Live values, charts and reports' }],
  users: [{ name: 'Support of the maker', about: 'Only what you share' }],
}

/** The sheet as it goes with a machine that is sold (Regulation (EU) 2023/2854, Article 3(2)). */
export const dataSheet = defineDocumentType({
  title: 'Data sheet',
  subject: 'machine',
  parameters: z.strictObject({}),
  data: sheetData,
  example: sheetExample,
})
