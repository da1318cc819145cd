import { test } from 'vitest'
import { sweepZone } from '../support/zone-sweep.ts'

test.each(Intl.supportedValuesOf('timeZone'))(
  'the hours and days of %s from 2000 to 2040 are those that its clock shows',
  (zone) => {
    sweepZone(zone, 2000, 2040)
  },
)
