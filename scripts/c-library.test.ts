import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { memoryOfCLibrary } from './c-library.mjs'
import { root } from './install.mjs'

test('the C library holds memory in images, units and the bench as it does with npm start', () => {
  const settings = Object.entries(memoryOfCLibrary).map(([name, value]) => `${name}=${value}`)
  const files = [
    'Containerfile',
    'bench/src/rows/sample-cast.ts',
    ...globSync('deploy/systemd/*.service', { cwd: root }),
  ]
  expect(files.length).toBeGreaterThan(3)
  for (const file of files) {
    const text = readFileSync(join(root, file), 'utf8')
    const found = [...text.matchAll(/\b(MALLOC_\w+)(?:=|: ')(\d+)/g)].map(([, name, value]) => `${name}=${value}`)
    expect(found, file).toEqual(settings)
  }
})
