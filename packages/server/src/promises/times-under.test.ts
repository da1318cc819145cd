import { expect, test } from 'vitest'
import { conditionKey, type HeldOnDay } from '../library/area.ts'
import { timesUnder } from './times-under.ts'

const STRETCH = { from: 100, to: 200 }
const TAG = { name: 'film', value: null, least: 45, most: 55 }
const NO_CONDITIONS = { styleId: null, recipe: null, tag: null }

const recipe = (held: string, styleId: string | null, ...times: [number, number][]): HeldOnDay => ({
  ...{ condition: '', held, styleId, times },
})
const film = (held: string, ...times: [number, number][]): HeldOnDay => ({
  ...{ condition: conditionKey({ tag: 'film', value: null, least: 45, most: 55 }), held, styleId: null, times },
})

const HELD = [
  recipe('Tray', 'map', [80, 130]),
  recipe('', null, [130, 140]),
  recipe('TRAY ', 'map', [140, 150]),
  recipe('Skin', 'map', [150, 160]),
  recipe('Gusset', null, [160, 180]),
  film('met', [90, 110], [145, 170]),
  film('notMet', [110, 120]),
]

test('the times of a recipe, or of those of a style, count, and time of which no recipe is counted is not checked', () => {
  expect(timesUnder({ ...NO_CONDITIONS, recipe: ' tray' }, HELD, STRETCH)).toEqual({
    times: [
      { from: 100, to: 130 },
      { from: 140, to: 150 },
    ],
    unchecked: [{ from: 180, to: 200 }],
    // The day before speaks for rejects of this one.
    byRecipe: [
      { recipe: 'Tray', times: [{ from: 80, to: 130 }] },
      { recipe: 'TRAY ', times: [{ from: 140, to: 150 }] },
    ],
  })
  expect(timesUnder({ ...NO_CONDITIONS, styleId: 'map' }, HELD, STRETCH).times).toEqual([
    { from: 100, to: 130 },
    { from: 140, to: 160 },
  ])
})

test('under a tag the times in which it was as the promise says count, and of another recipe it does not matter what it was', () => {
  expect(timesUnder({ ...NO_CONDITIONS, tag: TAG }, HELD, STRETCH)).toMatchObject({
    times: [
      { from: 100, to: 110 },
      { from: 145, to: 170 },
    ],
    unchecked: [
      { from: 120, to: 145 },
      { from: 170, to: 200 },
    ],
  })
  expect(timesUnder({ styleId: 'map', recipe: 'tray', tag: TAG }, HELD, STRETCH)).toMatchObject({
    times: [
      { from: 100, to: 110 },
      { from: 145, to: 150 },
    ],
    unchecked: [
      { from: 120, to: 130 },
      { from: 140, to: 145 },
      { from: 180, to: 200 },
    ],
    byRecipe: [
      { recipe: 'Tray', times: [{ from: 90, to: 110 }] },
      { recipe: 'TRAY ', times: [{ from: 145, to: 150 }] },
    ],
  })
})
