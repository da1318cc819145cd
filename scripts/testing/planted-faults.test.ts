import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../install.mjs'
import { plantedFaults } from './planted-faults.mjs'

test('a planted fault has its place once, changes it, and names tests that are there', () => {
  const scripts = Object.keys(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).scripts)
  const isThere = (one: string) => scripts.includes(one) || existsSync(join(root, one))
  const faulty = plantedFaults.filter(({ file, find, plant, caughtBy }) => {
    const places = readFileSync(join(root, file), 'utf8').split(find).length - 1
    return places !== 1 || plant === find || !caughtBy.every(isThere)
  })
  expect(faulty.map(({ name }) => name)).toEqual([])
})
