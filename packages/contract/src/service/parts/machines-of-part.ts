import { z } from 'zod'
import { defineCall } from '../../engine/call.ts'
import { words } from '../../engine/text-schemas.ts'
import { machineIDSchema } from '../../monitoring/record.ts'

/** So many places of a part are answered at once; a search finds the others. */
export const PART_PLACES_SHOWN = 50

export const partPlacesSchema = z.object({
  places: z
    .array(
      z.object({
        id: z.uuid().describe('Of the row of the parts list'),
        machineID: machineIDSchema,
        customer: z.string().nullable(),
        position: z.string(),
        quantity: z.string().meta({ examples: ['2'] }),
        validFrom: z.iso.date().nullable(),
        validUntil: z.iso.date().nullable(),
        isFitted: z.boolean().describe('Whether it is in the machine today'),
      }),
    )
    .describe(`Machines that have it today first, then by machine; ${PART_PLACES_SHOWN} at most`),
  found: z.int().describe('How many places the search found'),
  total: z.int().describe('How many places there are'),
})
export type PartPlaces = z.infer<typeof partPlacesSchema>

export const machinesOfPart = defineCall({
  area: 'Service',
  method: 'GET',
  path: '/v1/estimator/item-masters/{id}/machines',
  summary: 'Which machines have a part of the catalogue',
  description: 'A search finds words of the machine and of its customer.',
  access: 'machinePart.read',
  params: z.object({ id: z.uuid() }),
  query: z.strictObject({ search: words(200).optional() }),
  result: partPlacesSchema,
  problems: ['not_found'],
})
