import { z } from 'zod'
import { defineDocumentType } from './document-type.ts'

/** What was done at a machine, as it is left with the customer, with the signatures of both. */
export const serviceReport = defineDocumentType({
  title: 'Service report',
  subject: 'serviceRecord',
  parameters: z.strictObject({}),
  data: z.object({
    machine: z.object({
      machineID: z.string(),
      description: z.string().nullable(),
      model: z.string().nullable(),
      supplier: z.string().nullable(),
      serial: z.string().nullable(),
      commissioned: z.string().nullable().describe('The day'),
    }),
    customer: z.string().nullable(),
    site: z.array(z.string()).describe('Name and address, one line each'),
    what: z.string(),
    doneAt: z.string().describe('In the time of the site'),
    doneBy: z.string().nullable(),
    notes: z.string().nullable(),
    hours: z.string().nullable().describe('Working time'),
    checks: z
      .array(z.object({ point: z.string(), result: z.string(), note: z.string().nullable() }))
      .describe('What was found at the points of the checklist'),
    parts: z
      .array(
        z.object({
          number: z.string().nullable().describe('Null where it is no part of the machine'),
          name: z.string(),
          quantity: z.string().describe('With its unit'),
        }),
      )
      .describe('Parts that were used'),
    plan: z
      .object({
        name: z.string(),
        interval: z.string().describe('How often it is due'),
        before: z.string().nullable().describe('When it was done before; null where this was the first time'),
        due: z.string().nullable().describe('The day on which it was due, or what had been run since the time before'),
        next: z.string().nullable().describe('When it is due next'),
      })
      .nullable()
      .describe('The service plan that it was done for'),
    files: z.array(z.string()).describe('Names of the files of the record, for whoever may see them'),
    signatures: z
      .array(
        z.object({
          party: z.string().describe('For whom it was signed'),
          name: z.string(),
          at: z.string(),
          drawing: z
            .string()
            .regex(/^[ML\d ]*$/)
            .nullable()
            .describe('An SVG path within 600 × 200; null where the name was typed'),
          hash: z.string().describe('The first 12 digits of the SHA-256 of what was signed'),
          isChanged: z.boolean().describe('Whether the record was changed since'),
        }),
      )
      .describe('The newest of each side'),
    unsigned: z.array(z.string()).describe('For whom nobody has signed: the paper has a line for each'),
  }),
  example: {
    machine: {
      machineID: 'VFFS-2214',
      description: 'Bag maker, line 1',
      model: 'VFFS-320',
      supplier: 'Tarnholm Packaging Systems',
      serial: 'TH-2019-0412',
      commissioned: '1 May 2020',
    },
    customer: 'Nordfjord Seafood',
    site: ['Bergen plant', 'Havnegata 12', '5003 Bergen', 'NO'],
    what: 'New sealing jaws, and the vertical sealing adjusted',
    doneAt: '12 November 2026 at 14:05',
    doneBy: 'Ingrid Solberg',
    notes: 'The left bearing is worn: replace it with the next service.',
    hours: '3.5 h',
    checks: [
      { point: 'Jaws cleaned and checked for wear', result: 'In order', note: null },
      { point: 'Bearings greased', result: 'Not in order', note: 'The left one has play' },
    ],
    parts: [{ number: 'JAW-H03B', name: 'Sealing jaw, horizontal', quantity: '1 pcs' }],
    plan: {
      name: 'Sealing jaws',
      interval: 'every 500 running hours',
      before: '3 August 2026 at 09:30',
      due: '512 running hours since the service before',
      next: '4 February 2027',
    },
    files: ['jaws-before.jpg', 'jaws-after.jpg'],
    signatures: [
      {
        party: 'For the customer',
        name: 'Kari Nordmann',
        at: '12 November 2026 at 14:20',
        drawing: 'M40 150L90 50L120 140L180 70L230 150L300 60L380 130L520 90',
        hash: '3f1c09ab77de',
        isChanged: false,
      },
    ],
    unsigned: ['For the service'],
  },
})
