import { z } from 'zod'
import { defineCall } from '../engine/call.ts'
import { words } from '../engine/text-schemas.ts'
import { deviceTimeSchema } from '../service/device-time.ts'
import { oneMachine } from '../service/machine-span.ts'
import { signatureDrawingSchema } from '../service/service-signatures.ts'
import { acceptanceTestKinds, acceptanceTests } from './acceptance-tests.ts'
import { promiseDirections } from './promises.ts'
import { shownFiguresSchema } from './shown-figures.ts'

/** So many tests of a machine are shown. */
export const ACCEPTANCE_TESTS_SHOWN = 50

export const shownTestSchema = z.object({
  id: z.uuid(),
  rowVersion: z.int(),
  kind: z.enum(acceptanceTestKinds),
  testedOn: z.iso.date(),
  hours: z.number().nullable(),
  product: z.string(),
  witness: z.string().nullable(),
  accepted: z.boolean(),
  openPoints: z.int(),
  openPointList: z.string().nullable().describe('What is open, one line for each point'),
  recordedAt: z.iso.datetime(),
  results: z.array(
    z.object({
      promiseId: z.uuid().nullable().describe('Null of a figure of the quote, before the machine is claimed'),
      name: z.string(),
      direction: z.enum(promiseDirections),
      figure: z.number(),
      unit: z.string(),
      conditions: z.string().nullable(),
      value: z.number(),
    }),
  ),
  photos: z
    .array(z.object({ id: z.uuid(), name: z.string(), size: z.int() }))
    .describe('Attached pictures; each is a file of the test'),
  signature: z
    .object({
      name: z.string(),
      drawing: signatureDrawingSchema.nullable().describe('Null where the name was typed'),
      signedAt: z.iso.datetime().describe('By the clock of the device that it was signed on'),
      receivedAt: z.iso.datetime(),
      isChanged: z.boolean().describe('Whether the test was changed since'),
      results: z
        .array(
          z.object({
            name: z.string(),
            direction: z.enum(promiseDirections).optional(),
            figure: z.number(),
            unit: z.string(),
            conditions: z.string().nullable().optional(),
            value: z.number(),
          }),
        )
        .nullable()
        .describe(
          'The signed values that differ from those of the test, with what was promised then; null where none does',
        ),
    })
    .nullable(),
})
export type ShownAcceptanceTest = z.infer<typeof shownTestSchema>

export const machineAcceptanceTestsSchema = z.object({
  tests: z.array(shownTestSchema).describe(`The ${ACCEPTANCE_TESTS_SHOWN} that were recorded last, the newest first`),
})

export const machineAcceptanceTests = defineCall({
  area: 'Promises',
  method: 'GET',
  path: '/v1/ignition/machines/{id}/acceptance-tests',
  summary: 'Acceptance tests of a machine, with their photos and signatures',
  access: 'customer.access',
  params: oneMachine,
  result: machineAcceptanceTestsSchema,
})

export const recordAcceptanceTest = defineCall({
  area: 'Promises',
  method: 'POST',
  path: '/v1/acceptance-entries',
  summary: 'Record an acceptance test that was entered on a device',
  description:
    'For devices that may have been without a connection: the test is made once, however often it is sent. Where another test of this kind was recorded of the machine or of the ordered machine, or the one ' +
    'that was the newest has changed, since the entry was begun, it is refused as `stale` with that test as `current`; sent again with that one as `seen` it is recorded beside it. ' +
    'Where what was promised is no longer what the device showed (`shown`), it is refused as `stale` too, with those figures as `current.figures`: sent again with the present ones as `shown`, or as `now` beside those that were shown, it is recorded. ' +
    'A signature covers what was shown. Without `shown`, a signed test is refused where a promise of it was changed after `signedAt`. ' +
    'A test of an ordered machine that was claimed meanwhile is one of its machine at once. Photos follow as files of the test.',
  access: 'acceptanceTest.create',
  body: z.strictObject({
    entryId: z.uuid().describe('Made by the device: the same again is answered with the test that it has become'),
    seen: z
      .strictObject({ id: z.uuid(), rowVersion: z.int().min(1) })
      .nullable()
      .describe('The test of this kind that was recorded last when the entry was begun; null where there was none'),
    test: acceptanceTests.draft,
    shown: shownFiguresSchema
      .optional()
      .describe('What the device showed of each promise, or figure of the quote, that has a value in the test'),
    signature: z
      .strictObject({
        name: words(200).min(1, 'must not be empty'),
        drawing: signatureDrawingSchema.nullable().describe('Without one, the typed name is the signature'),
        signedAt: deviceTimeSchema,
      })
      .nullable()
      .describe('Of exactly this test, as the device showed it. With open points it needs words for each of them'),
  }),
  result: z.object({ testId: z.uuid() }),
  status: 201,
  problems: ['stale', 'duplicate', 'permission_missing'],
})
