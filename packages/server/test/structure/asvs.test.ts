import { access, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../../../..')

/** The requirements of OWASP ASVS 5.0.0 of the levels 1 and 2, by section, without 17 (WebRTC). */
const SECTIONS: Record<string, string> = {
  '1.1': '1-2',
  '1.2': '1-9',
  '1.3': '1-11',
  '1.4': '1-3',
  '1.5': '1-2',
  '2.1': '1-3',
  '2.2': '1-3',
  '2.3': '1-4',
  '2.4': '1',
  '3.2': '1-2',
  '3.3': '1-4',
  '3.4': '1-6',
  '3.5': '1-5',
  '3.7': '1-2',
  '4.1': '1-3',
  '4.2': '1',
  '4.3': '1-2',
  '4.4': '1-4',
  '5.1': '1',
  '5.2': '1-3',
  '5.3': '1-2',
  '5.4': '1-3',
  '6.1': '1-3',
  '6.2': '1-12',
  '6.3': '1-4',
  '6.4': '1-4',
  '6.5': '1-5',
  '6.6': '1-3',
  '6.8': '1-4',
  '7.1': '1-3',
  '7.2': '1-4',
  '7.3': '1-2',
  '7.4': '1-5',
  '7.5': '1-2',
  '7.6': '1-2',
  '8.1': '1-2',
  '8.2': '1-3',
  '8.3': '1',
  '8.4': '1',
  '9.1': '1-3',
  '9.2': '1-4',
  '10.1': '1-2',
  '10.2': '1-2',
  '10.3': '1-4',
  '10.4': '1-11',
  '10.5': '1-5',
  '10.6': '1-2',
  '10.7': '1-3',
  '11.1': '1-2',
  '11.2': '1-3',
  '11.3': '1-3',
  '11.4': '1-4',
  '11.5': '1',
  '11.6': '1',
  '12.1': '1-3',
  '12.2': '1-2',
  '12.3': '1-4',
  '13.1': '1',
  '13.2': '1-5',
  '13.3': '1-2',
  '13.4': '1-5',
  '14.1': '1-2',
  '14.2': '1-4',
  '14.3': '1-3',
  '15.1': '1-3',
  '15.2': '1-3',
  '15.3': '1-7',
  '16.1': '1',
  '16.2': '1-5',
  '16.3': '1-4',
  '16.4': '1-3',
  '16.5': '1-3',
}

interface Row {
  number: string
  level: string
  about: string
  state: string
  reason: string
}

async function rows(): Promise<Row[]> {
  const text = await readFile(join(ROOT, 'docs/security/asvs.md'), 'utf8')
  return text.split('\n').flatMap((line) => {
    const [, number = '', level = '', about = '', state = '', reason = ''] = line
      .split(' | ')
      .join('|')
      .split('|')
      .map((cell) => cell.trim())
    return /^\d+\.\d+\.\d+$/.test(number) ? [{ number, level, about, state, reason }] : []
  })
}

/** `1-3 5` as 1, 2, 3 and 5, of a section. */
function numbersOf([section, ranges]: [string, string]): string[] {
  return ranges.split(' ').flatMap((range) => {
    const [from = 0, to = from] = range.split('-').map(Number)
    return Array.from({ length: to - from + 1 }, (_, place) => `${section}.${from + place}`)
  })
}

test('every requirement of the levels 1 and 2 is there once, in the order of the standard', async () => {
  expect((await rows()).map(({ number }) => number)).toEqual(Object.entries(SECTIONS).flatMap(numbersOf))
})

test('each says what it is about, its state and why; what is met names a file', async () => {
  for (const { number, level, about, state, reason } of await rows()) {
    expect(level, number).toMatch(/^[12]$/)
    expect(state, number).toMatch(/^(met|not applicable|missing)$/)
    expect(about, number).not.toBe('')
    expect(reason, number).not.toBe('')
    if (state === 'met') expect(reason, number).toMatch(/`[\w./-]+\.(ts|md|json)`/)
  }
})

test('the counts are those of the rows', async () => {
  const text = await readFile(join(ROOT, 'docs/security/asvs.md'), 'utf8')
  const counts = Map.groupBy(await rows(), ({ state }) => state)
  const [met, none, missing] = ['met', 'not applicable', 'missing'].map((state) => counts.get(state)?.length)
  expect(text).toContain(`${met} are met, ${none} not applicable, ${missing} missing.`)
})

test('every file that is named exists, here and in the documents beside it', async () => {
  for (const document of ['asvs', 'accounts', 'connections', 'cryptography', 'logs']) {
    const text = await readFile(join(ROOT, `docs/security/${document}.md`), 'utf8')
    for (const [, path = ''] of text.matchAll(/`((?:packages|e2e|docs)\/[\w./-]+\.\w+)`/g)) {
      await expect(access(join(ROOT, path)), `${document}: ${path}`).resolves.toBeUndefined()
    }
  }
})
