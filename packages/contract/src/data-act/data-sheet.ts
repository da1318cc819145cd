import { z } from 'zod'
import { alarmSeverities } from '../alarms/alarm-rules.ts'
import { defineCall } from '../engine/call.ts'
import { machineStateSchema } from '../monitoring/machine-state.ts'
import { machineIDSchema } from '../monitoring/record.ts'
import { oneMachine } from '../service/machine-span.ts'

/** Readings and alarms are listed up to so many. */
export const MOST_SHEET_ROWS = 200
/** Where nothing is measured yet, a machine is taken to send a record so often, seconds. */
export const ASSUMED_SECONDS = 10

export const sheetValueKinds = [
  'state',
  'count',
  'reject',
  'speed',
  'temperature',
  'humidity',
  'position',
  'alarm',
  'other',
] as const
export type SheetValueKind = (typeof sheetValueKinds)[number]
export const sheetDataTypes = ['number', 'text', 'boolean'] as const
/** Ways to the data, in the order in which people meet them. */
export const dataWays = ['screen', 'files', 'api', 'stream', 'partner'] as const
/** Who else may use the data, and for what. */
export const dataUsers = ['support', 'benchmark', 'agreement', 'operation'] as const

/** Of a model, or of one machine that has none. */
export const dataSheetSchema = z.object({
  model: z.string().nullable(),
  type: z.string().nullable().describe('Type of the machine in the library'),
  values: z
    .array(
      z.object({
        name: z.string(),
        kind: z.enum(sheetValueKinds),
        dataType: z.enum(sheetDataTypes),
        unit: z.string().nullable(),
      }),
    )
    .describe(`What it reports: fields of every record, then readings by name; ${MOST_SHEET_ROWS} readings at most`),
  states: z.array(machineStateSchema),
  alarms: z
    .array(z.object({ name: z.string(), severity: z.enum(alarmSeverities) }))
    .describe('What the product watches for'),
  amount: z.object({
    basis: z
      .enum(['own', 'measured', 'assumed'])
      .describe(
        `\`own\`: of the reader's machine; \`measured\`: of machines of the model that customers share for the benchmark or have accepted an agreement for, five of three customers at least, as of the last day; \`assumed\`: a record every ${ASSUMED_SECONDS} s of what is declared, since there are fewer`,
      ),
    recordsPerDay: z.int(),
    bytesPerMonth: z.int().describe('As text, before it is compressed'),
  }),
  keeps: z.object({ recordsDays: z.int(), minutesDays: z.int(), hoursDays: z.int() }).describe('For how many days'),
})
export type DataSheet = z.infer<typeof dataSheetSchema>

export const machineDataSheet = defineCall({
  area: 'Data Act',
  method: 'GET',
  path: '/v1/ignition/machines/{id}/data-sheet',
  summary: 'What data machines of a model make, how much, and how long they are kept',
  description:
    'As Regulation (EU) 2023/2854, Article 3(2), asks for before a machine is bought. It says what such machines report and none of their values. Amounts are rounded. What machines of the model send is worked out once a day; a customer reads of its own machine what that sends now.',
  access: 'customer.access',
  params: oneMachine,
  result: dataSheetSchema.extend({ machineID: machineIDSchema }),
})
