import { expect } from 'vitest'
import { faultsAt, tours, WIDTHS } from '../src/every-screen.ts'
import { test } from '../src/test.ts'
import { tour } from '../src/tour.ts'

const fewest = { customer: 10, staff: 102 }
const cases = WIDTHS.flatMap((width) => tours.map((way) => ({ width, ...way })))

test.for(cases)(
  'At $width pixels axe finds nothing on any screen of $as in either theme, and none scrolls sideways',
  async ({ width, as, from }, { visit }) => {
    const { page } = await visit({ as, reducedMotion: true })
    const faults: string[] = []
    const screens = await tour(page, from, async (address) => {
      for (const fault of await faultsAt(page, width)) faults.push(`${address} ${fault}`)
    })
    expect(screens.length).toBeGreaterThanOrEqual(fewest[as])
    expect(faults).toEqual([])
  },
)
