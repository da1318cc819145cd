import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../../src')
const sources = globSync('**/*.ts', { cwd: ROOT, exclude: ['**/*.test.ts'] })

/** Large libraries that few installations use, or not for long: each start would pay for them. */
const LARGE = [
  '@node-saml/node-saml',
  '@opentelemetry/',
  '@scalar/',
  '@simplewebauthn/server',
  'csv-parse',
  'file-type',
  'hucre',
  'hyparquet-writer',
  'marked',
  'node-opcua',
  'nodemailer',
  'sharp',
]

/** They run in a thread or process of their own, or are loaded when they are first needed. */
const APART = [
  'access/sign-on/saml-refusal.ts',
  'connect/opcua/',
  'http/guide/guide-markdown.ts',
  'platform/doctor/',
  'platform/file-check/check-content.ts',
  'platform/logs/log-export.ts',
  'platform/workbooks/csv-lines.ts',
  'platform/workbooks/sheet-facts.ts',
  'platform/workbooks/workbook-worker.ts',
]

test('large libraries are loaded when they are first used, not by each start', () => {
  const found = sources.flatMap((file) => {
    if (APART.some((place) => file.startsWith(place))) return []
    const imported = readFileSync(join(ROOT, file), 'utf8').matchAll(
      /^(?:import|export) (?!type )[^;]*?from '([^']+)'/gm,
    )
    return [...imported].flatMap(([, name = '']) =>
      LARGE.some((one) => name.startsWith(one)) ? [`${file}: ${name}`] : [],
    )
  })
  expect(sources.length).toBeGreaterThan(1_000)
  expect(found).toEqual([])
})
